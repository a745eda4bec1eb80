//! Headers that come along with the tool, for systems that do not have them.
//!
//! Programs written for another verifier include its header, which is not there where that verifier is not. A preprocessor finds
//! headers in folders only; so, after it has missed one of ours, they are written to a folder of their own, and it is run again
//! with that folder as the last to be searched. In the text they have names that lie nowhere.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A header: its name as programs include it, and its text.
pub type SpareHeader = (&'static str, &'static str);

/// What stands for the folder in the text.
const NOWHERE: &str = "<unspool>";

/// The folder while it exists.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// None if the messages are not about one of the headers, or it cannot be written.
    pub fn for_missing(messages: &str, headers: &[SpareHeader]) -> Option<Folder> {
        // GCC's words and Clang's.
        let is_missing = |line: &str, name: &str| {
            line.contains(&format!("{name}: No such file"))
                || line.contains(&format!("'{name}' file not found"))
        };
        let mut lines = messages.lines();
        if !lines.any(|line| headers.iter().any(|(name, _)| is_missing(line, name))) {
            return None;
        }
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("unspool-headers-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // Not one that somebody else has made.
        std::fs::create_dir(&path).ok()?;
        let folder = Folder { path };
        for (name, text) in headers {
            let file = folder.path.join(name);
            std::fs::create_dir_all(file.parent()?).ok()?;
            std::fs::write(file, text).ok()?;
        }
        Some(folder)
    }

    pub fn option(&self) -> [String; 2] {
        ["-idirafter".to_string(), self.path.display().to_string()]
    }

    /// Line markers name the folder, which is gone soon.
    pub fn forget_in(&self, text: &[u8]) -> Vec<u8> {
        let name = format!("\"{}/", self.path.display()).into_bytes();
        let mut result = Vec::with_capacity(text.len());
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            match line.windows(name.len()).position(|window| window == name) {
                Some(start) if line.starts_with(b"#") => {
                    result.extend_from_slice(&line[..start]);
                    result.push(b'"');
                    result.extend_from_slice(NOWHERE.as_bytes());
                    result.extend_from_slice(&line[start + name.len() - 1..]);
                }
                _ => result.extend_from_slice(line),
            }
        }
        result
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.path).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADERS: &[SpareHeader] = &[("one.h", "int one;\n"), ("deep/two.h", "int two;\n")];

    #[test]
    fn the_folder_exists_only_while_it_is_needed() {
        let messages = "a.c:1:10: fatal error: deep/two.h: No such file or directory\n";
        let folder = Folder::for_missing(messages, HEADERS).expect("it is one of ours");
        let path = folder.path.clone();
        assert!(path.join("one.h").exists() && path.join("deep/two.h").exists());
        let text = format!(
            "# 1 \"{0}/one.h\" 3\nchar *s = \"{0}/one.h\";\n",
            path.display()
        );
        let expected = format!(
            "# 1 \"<unspool>/one.h\" 3\nchar *s = \"{}/one.h\";\n",
            path.display()
        );
        assert_eq!(folder.forget_in(text.as_bytes()), expected.as_bytes());
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn other_headers_are_missed_as_before() {
        let messages = "a.c:1:10: fatal error: 'three.h' file not found\n";
        assert!(Folder::for_missing(messages, HEADERS).is_none());
    }
}
