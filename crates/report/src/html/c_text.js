// C text in pieces: comments, strings, numbers, keywords, and the rest. A sketch of a lexer, for the eye only.

const KEYWORDS = new Set(
  `auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return
   short signed sizeof static struct switch typedef union unsigned void volatile while _Atomic _Bool _Noreturn _Thread_local _Alignas
   _Static_assert bool true false NULL nullptr`.split(/\s+/),
);

const PIECES =
  /(\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/[^\n]*)|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(^[ \t]*#[ \t]*\w+)|(\b\d[\w.]*)|([A-Za-z_]\w*)|[^"'#\w\/\n]+|[\s\S]/gm;

/** The pieces of each line, each a text and its kind. */
function piecesOfLines(text) {
  const lines = [[]];
  for (const match of text.replaceAll("\r\n", "\n").matchAll(PIECES)) {
    const kind = kindOf(match);
    match[0].split("\n").forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part) lines.at(-1).push({ text: part, kind });
    });
  }
  return lines;
}

function kindOf([, comment, string, directive, number, word]) {
  if (comment) return "comment";
  if (string) return "string";
  if (directive) return "directive";
  if (number) return "numeral";
  return word && KEYWORDS.has(word) ? "keyword" : null;
}

/** The nodes of a line, with the part from column to end (from 1, in characters) marked. */
function lineNodes(pieces, mark) {
  const whole = pieces.map((piece) => piece.text).join("");
  const [from, to] = mark ? markedPart(whole, mark) : [0, 0];
  const nodes = [];
  let marked = null;
  let offset = 0;
  for (const piece of pieces) {
    const cuts = [0, from - offset, to - offset, piece.text.length].map((cut) => Math.min(Math.max(cut, 0), piece.text.length));
    for (let index = 0; index < 3; index++) {
      const part = piece.text.slice(cuts[index], cuts[index + 1]);
      if (!part) continue;
      const node = piece.kind ? element("span", { class: piece.kind }, part) : document.createTextNode(part);
      if (index === 1) {
        if (!marked) nodes.push((marked = element("mark")));
        marked.append(node);
      } else nodes.push(node);
    }
    offset += piece.text.length;
  }
  return nodes;
}

/** Columns count characters, strings count UTF-16 units. A place without columns means all of the line that is text. */
function markedPart(line, { column, end_column: end }) {
  if (end > column) {
    const characters = [...line];
    const from = characters.slice(0, column - 1).join("").length;
    return [from, from + characters.slice(column - 1, end - 1).join("").length];
  }
  return [line.length - line.trimStart().length, line.trimEnd().length];
}
