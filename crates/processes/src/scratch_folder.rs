//! A folder for the files that another program reads and writes: private to the user, removed when dropped.
//!
//! It is removed on every way out of a function, panics included. Only if this process itself is killed it remains.

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

pub struct ScratchFolder(PathBuf);

impl ScratchFolder {
    /// In the system's folder for temporary files. The purpose is part of its name.
    pub fn create(purpose: &str) -> io::Result<ScratchFolder> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let parent = std::env::temp_dir();
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("unspool-{purpose}-{}-{number}", std::process::id());
            let path = parent.join(name);
            match builder.create(&path) {
                Ok(()) => return Ok(ScratchFolder(path)),
                // Left behind by an earlier process of this number, or not ours: never used.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
