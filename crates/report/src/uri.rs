//! Names of files as URI references (RFC 3986), for formats that want those.

/// `src/my%20queue.c`, or `file:///usr/include/stdio.h` for an absolute path.
pub fn reference(path: &str) -> String {
    let mut reference = String::new();
    if path.starts_with('/') {
        reference.push_str("file://");
    } else if path
        .split('/')
        .next()
        .is_some_and(|first| first.contains(':'))
    {
        // Else what stands before the colon would be a scheme.
        reference.push_str("./");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => reference.push(byte.into()),
            b'-' | b'.' | b'_' | b'~' | b'/' | b'+' | b',' | b'=' | b'@' | b':' => {
                reference.push(byte.into());
            }
            _ => reference.push_str(&format!("%{byte:02X}")),
        }
    }
    reference
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_become_references() {
        for (path, expected) in [
            ("a.c", "a.c"),
            ("../src/my queue.c", "../src/my%20queue.c"),
            ("/usr/include/a.h", "file:///usr/include/a.h"),
            ("c:odd.c", "./c:odd.c"),
            ("50%#?[é].c", "50%25%23%3F%5B%C3%A9%5D.c"),
            ("<built-in>", "%3Cbuilt-in%3E"),
            ("", ""),
        ] {
            assert_eq!(super::reference(path), expected, "{path}");
        }
    }
}
