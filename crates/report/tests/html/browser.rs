//! Headless Chromium, driven by the DevTools protocol: pages are opened, keys pressed and buttons clicked as a person does it, outside of the
//! page, so that the page is tested as it is, with its own policy.
//!
//! The protocol's messages are JSON, each ended by a zero byte, over the file descriptors 3 and 4 (`--remote-debugging-pipe`); a shell makes
//! these of the standard input and output that Rust can connect. <https://chromedevtools.github.io/devtools-protocol/> lists the messages.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a busy machine may take for one thing.
const PATIENCE: Duration = Duration::from_secs(120);

/// A window with one page.
pub struct Browser {
    process: Child,
    requests: ChildStdin,
    messages: Receiver<Value>,
    /// What happened meanwhile.
    events: Vec<Value>,
    session: Option<String>,
    last_id: u64,
    folder: PathBuf,
}

impl Browser {
    /// Starts a browser on behalf of a test; none, visibly, where it is not installed. The variable UNSPOOL_REQUIRE_TOOLS makes that a failure.
    pub fn start(test: &str) -> Option<Browser> {
        if !Command::new("chromium")
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
        {
            assert!(
                std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
                "{test} needs chromium, which is missing, and UNSPOOL_REQUIRE_TOOLS is set"
            );
            // Not `eprintln`, which the test harness hides for tests that pass.
            writeln!(std::io::stderr(), "SKIPPED: {test}: chromium is missing").ok();
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .args(["chromium", "--headless=new", "--remote-debugging-pipe"])
            // Continuous integration runs as root in a container, where the sandbox cannot start. The pages are ours.
            .args(["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--window-size=1400,900"])
            .arg(format!(
                "--user-data-dir={}",
                folder.join("profile").display()
            ))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let requests = process.stdin.take().expect("a pipe");
        let answers = process.stdout.take().expect("a pipe");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(answers).split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("JSON of the browser");
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser {
            process,
            requests,
            messages,
            events: Vec::new(),
            session: None,
            last_id: 0,
            folder,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let session = browser.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        );
        browser.session = session["sessionId"].as_str().map(String::from);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Opens a page, at an address such as `#step=3`, and forgets what happened before.
    pub fn open(&mut self, page: &str, address: &str) {
        let file = self.folder.join("page.html");
        std::fs::write(&file, page).expect("a file for the page");
        // Another address of the same page would not load it again.
        self.navigate("about:blank");
        self.events.clear();
        self.navigate(&format!("file://{}{address}", file.display()));
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true}),
        );
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// The text of an element.
    pub fn text(&mut self, selector: &str) -> String {
        let text = self.evaluate(&format!(
            "document.querySelector({})?.innerText ?? 'no such element'",
            json!(selector)
        ));
        text.as_str().unwrap_or_default().to_string()
    }

    /// Presses a key, by the name that events give it.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "PageUp" => 33,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "Tab" => 9,
            "Escape" => 27,
            _ => 0,
        };
        let text = (key.chars().count() == 1).then_some(key);
        let mut event = json!({"type": "keyDown", "key": key, "windowsVirtualKeyCode": code});
        if let Some(text) = text {
            event["text"] = json!(text);
        } else {
            event["code"] = json!(key);
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", event);
    }

    /// Clicks in the middle of an element that is in sight.
    pub fn click(&mut self, selector: &str) {
        let place = self.evaluate(&format!(
            "(() => {{ const found = document.querySelector({}); found.scrollIntoView({{block: 'nearest'}});
              const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            self.call(
                "Input.dispatchMouseEvent",
                json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1}),
            );
        }
    }

    /// Shows the page as on a screen of this size.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        // Laying out happens with the next frame.
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => 1)");
    }

    /// Pretends to be of a medium (`screen`, `print`) and to prefer a scheme (`dark`, `light`).
    pub fn emulate(&mut self, medium: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"media": medium, "features": features}),
        );
    }

    /// Runs no scripts from the next page on.
    pub fn disable_scripts(&mut self) {
        self.call(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": true}),
        );
    }

    /// Everything that went wrong in the page, and everything that it asked of the outside.
    pub fn troubles(&mut self) -> Vec<String> {
        self.events.extend(self.messages.try_iter());
        let mut troubles = Vec::new();
        for event in &self.events {
            let parameters = &event["params"];
            let trouble = match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => Some(parameters["exceptionDetails"].to_string()),
                "Runtime.consoleAPICalled" => Some(parameters.to_string()),
                "Log.entryAdded" => Some(parameters["entry"].to_string()),
                "Network.requestWillBeSent" => {
                    let url = parameters["request"]["url"].as_str().unwrap_or_default();
                    let is_own = url.starts_with("file://") && url.contains("/page.html");
                    (!is_own && url != "about:blank").then(|| format!("requests {url}"))
                }
                _ => None,
            };
            troubles.extend(trouble);
        }
        troubles
    }

    /// Writes what is seen to a file, if UNSPOOL_SCREENSHOTS names a folder: for people to look at.
    pub fn screenshot(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("UNSPOOL_SCREENSHOTS") else {
            return;
        };
        let answer = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let data = answer["data"].as_str().unwrap_or_default();
        let path = Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, from_base64(data)).expect("a file for the screenshot");
    }

    fn navigate(&mut self, url: &str) {
        self.call("Page.navigate", json!({"url": url}));
        self.wait("Page.loadEventFired");
    }

    /// Waits for an event that has not been seen since the last navigation.
    fn wait(&mut self, method: &str) {
        let start = Instant::now();
        loop {
            if let Some(index) = self.events.iter().position(|e| e["method"] == method) {
                self.events.remove(index);
                return;
            }
            let event = self.receive(start);
            self.events.push(event);
        }
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        write!(self.requests, "{message}\0").expect("a browser that listens");
        self.requests.flush().expect("a browser that listens");
        let start = Instant::now();
        loop {
            let message = self.receive(start);
            if message["id"] != self.last_id {
                self.events.push(message);
                continue;
            }
            assert!(message.get("error").is_none(), "{method}: {message}");
            return message["result"].clone();
        }
    }

    fn receive(&mut self, start: Instant) -> Value {
        let left = PATIENCE.saturating_sub(start.elapsed());
        self.messages
            .recv_timeout(left)
            .expect("an answer of the browser in time")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
        // It may still write into its profile for a moment; what is left is in a folder for temporary files.
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u32> = text.bytes().filter(|&b| b != b'=').map(digit).collect();
    let bytes = digits.chunks(4).flat_map(|group| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    });
    bytes.collect()
}
