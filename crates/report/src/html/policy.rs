//! The page's content security policy: nothing may be loaded, and no script and no style sheet counts but ours, known by their hashes.
//!
//! The page is opened from wherever it was mailed or stored, and shows files that others wrote. Escaping keeps them apart from the page; this is
//! the second wall. <https://www.w3.org/TR/CSP3/#match-element-to-source-list> has the comparison: SHA-256 of the element's text, in Base64.

use sha2::{Digest, Sha256};

/// For a page that shows an execution.
pub fn with_script(style: &str, script: &str) -> String {
    format!("{}; script-src {}", without_script(style), source(script))
}

/// For a page that only tells a verdict.
pub fn without_script(style: &str) -> String {
    format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src {}",
        source(style)
    )
}

fn source(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, index| {
            bits << 8 | usize::from(group.get(index).copied().unwrap_or(0))
        });
        for index in 0..4 {
            // A group of n bytes has n + 1 digits.
            let digit = DIGITS[bits >> (18 - 6 * index) & 63];
            text.push(if index <= group.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_of_the_standards_examples() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in examples {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
