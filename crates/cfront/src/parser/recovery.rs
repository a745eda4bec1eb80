//! After an error: skip to where a new statement, member or declaration is likely to begin. Braces met on the way are
//! skipped as a whole, so that an error in the head of a function or a loop does not make its body look like file scope.

use super::Parser;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Skips past the next `;` or `{ ... }`, or up to the `}` that closes the current block. `start` is where the failed
    /// construct began: at least one token after it is consumed unless a `}` or the end stands there.
    pub(super) fn skip_to_end_of_statement(&mut self, start: usize) {
        let mut open_braces = 0usize;
        loop {
            match self.peek() {
                TokenKind::EndOfFile => return,
                TokenKind::Semicolon if open_braces == 0 => {
                    self.advance();
                    return;
                }
                // A keyword that begins a statement, unless the failed construct began with it.
                kind if open_braces == 0 && self.position > start && begins_statement(kind) => {
                    return;
                }
                TokenKind::LeftBrace => {
                    open_braces += 1;
                    self.advance();
                }
                TokenKind::RightBrace => {
                    if open_braces == 0 {
                        return;
                    }
                    open_braces -= 1;
                    self.advance();
                    if open_braces == 0 {
                        self.accept(TokenKind::Semicolon);
                        return;
                    }
                }
                _ => {
                    self.advance();
                }
            }
        }
    }

    /// At file scope, where a `}` closes nothing.
    pub(super) fn skip_to_end_of_declaration(&mut self, start: usize) {
        self.skip_to_end_of_statement(start);
        if self.position == start || self.peek() == TokenKind::RightBrace {
            self.advance();
        }
    }
}

fn begins_statement(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::If
            | TokenKind::While
            | TokenKind::For
            | TokenKind::Do
            | TokenKind::Switch
            | TokenKind::Return
            | TokenKind::Break
            | TokenKind::Continue
            | TokenKind::Goto
    )
}
