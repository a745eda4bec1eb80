//! On what the tools ran: times are worth nothing without it.

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub cores: Option<usize>,
    pub memory_bytes: Option<u64>,
    pub cpu: Option<String>,
    pub system: String,
}

impl Machine {
    pub fn this() -> Machine {
        let value = |file: &str, name: &str| {
            let text = std::fs::read_to_string(file).ok()?;
            let line = text.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_string())
        };
        let memory = value("/proc/meminfo", "MemTotal");
        let kilobytes = memory.and_then(|text| text.strip_suffix("kB")?.trim().parse::<u64>().ok());
        Machine {
            cores: std::thread::available_parallelism().ok().map(usize::from),
            memory_bytes: kilobytes.map(|kilobytes| kilobytes * 1024),
            cpu: value("/proc/cpuinfo", "model name"),
            system: std::env::consts::OS.to_string(),
        }
    }

    /// `2 cores, 8 GB, Some Processor`.
    pub fn describe(&self) -> String {
        let parts = [
            self.cores.map(|cores| match cores {
                1 => "1 core".to_string(),
                cores => format!("{cores} cores"),
            }),
            self.memory_bytes
                .map(|bytes| format!("{:.1} GB", bytes as f64 / f64::from(1 << 30))),
            self.cpu.clone(),
            Some(self.system.clone()),
        ];
        parts
            .into_iter()
            .flatten()
            .collect::<Vec<String>>()
            .join(", ")
    }
}
