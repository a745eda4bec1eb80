# SPDX-FileCopyrightText: 2026 The Unspool contributors
#
# SPDX-License-Identifier: MIT OR Apache-2.0

"""How BenchExec runs Unspool and what it reads from the output: a tool-info module.

To use it, install BenchExec (`pip install benchexec`), put `unspool` on the PATH or name its
folder with `--tool-directory`, and let Python find this file under a name that has a dot in it,
for BenchExec takes names without one for modules of its own:

- where the project lies beside the benchmarks, its folder on the PYTHONPATH and
  `<benchmark tool="contrib.benchexec.unspool" ...>`;
- or a copy in a folder of one's own that is called `unspool`, the folder around that on the
  PYTHONPATH, and `<benchmark tool="unspool.unspool" ...>`;
- or a copy beside the modules of BenchExec itself, and `<benchmark tool="unspool" ...>`.

The idea: a verdict is passed on only if three witnesses agree, which are the exit code, the line of
JSON that `--stats=json` prints last, and the line in words that comes first. A process that was
killed, crashed or lost its output has at most two of them. What Unspool says is then measured by
what BenchExec asks, where the two are not the same:

- SV-COMP's `G ! call(reach_error())` is about calls of that function. To Unspool a failing `assert`
  and a label `ERROR` that is reached violate unreach-call as well. Under a property file the label
  is switched off, and a failing assertion alone leads to `unknown`, not to `false`.
- SV-COMP's valid-memsafety has three parts. Unspool does not look for valid-memtrack, and says so in
  a warning; `SAFE` with this warning is `unknown`.
- `SAFE WITHIN BOUNDS` is `unknown`, as no proof was given. A column `verdict` tells it from other
  reasons (BenchExec counts `unknown (...)` with anything behind it as an error of the tool, so the
  status cannot). With `--accept-bounded` among the options it is `true`: whoever writes that wants it.

Limits: Unspool counts time on the wall. As many cores as there are may work all the time, so the
limit of processor time is divided among them, for a process that gives up by itself says what it has
found, and one that is killed does not. Without a number of cores, but with a limit of processor
time, there is one core. Options of the benchmark definition replace each of these.

Written for BenchExec 3 (BaseTool2).
"""

import html
import json
import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import UnsupportedFeatureException

DATA_MODELS = {"ILP32": "ilp32", "LP64": "lp64"}

# What the JSON calls a verdict, what the first line calls it, and the exit codes that fit.
SAFE = "safe"
BOUNDED = "safe-within-bounds"
UNSAFE = "unsafe"
UNKNOWN = "unknown"
VERDICTS = {
    SAFE: ("SAFE", {0}),
    # 0 with --accept-bounded.
    BOUNDED: ("SAFE WITHIN BOUNDS", {0, 5}),
    UNSAFE: ("UNSAFE", {10}),
    UNKNOWN: ("UNKNOWN", {5}),
}

# Exit codes of runs without a verdict: how the line begins that tells why, and a word for it. The
# first that fits counts.
ERRORS = {
    1: [("error: ", "usage")],
    2: [("unsupported: ", "unsupported"), ("error: ", "parse")],
    5: [("error: ", "resources")],
    6: [("error: internal error: ", "internal")],
}

UNREACH_CALL = "unreach-call"
MEMORY_SAFETY = "valid-memsafety"

RESULTS = {
    UNREACH_CALL: result.RESULT_FALSE_REACH,
    "no-overflow": result.RESULT_FALSE_OVERFLOW,
    "no-deadlock": result.RESULT_FALSE_DEADLOCK,
    "no-data-race": result.RESULT_FALSE_DATARACE,
    "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
}

# A call of one of the functions that SV-COMP's formulas name.
ERROR_FUNCTION = re.compile(
    r"(^|:\d+: )(reach_error|__VERIFIER_error) is reached \[unreach-call\]$"
)

# A use after free is a wrong access.
WRONG_FREE = re.compile(r": (double|invalid) free of ")

NAMED_PROPERTY = re.compile(r" \[([a-z-]+)\]$")

# Statements about these do not end with the name.
UNNAMED_PROPERTIES = {
    "no-data-race": re.compile(r"(^|: )data race on "),
    "no-deadlock": re.compile(r"(^|: )deadlock: "),
}

MEMTRACK_WARNING = "warning: valid-memtrack is not looked for"

# The least that --memory-limit accepts.
LEAST_MEMORY = 32 << 20


class Tool(benchexec.tools.template.BaseTool2):
    """
    Tool info for Unspool, a bounded model checker for C programs with threads.
    Copy it or put it on the PYTHONPATH; the top of the file tells how.
    """

    def executable(self, tool_locator):
        return tool_locator.find_executable("unspool")

    def name(self):
        return "Unspool"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="unspool ")

    def cmdline(self, executable, options, task, rlimits):
        _refuse(options, ["-q", "--quiet"], "warnings are a part of the verdict")
        _refuse(options, ["--stats"], "this module reads `--stats=json`")
        words = [*options, "--stats=json"]
        if task.property_file:
            names = ["--prp", "--property", "--error-label"]
            _refuse(options, names, "the task has a property file")
            # Formulas are about calls. No label is called like this.
            words += ["--prp", task.property_file, "--error-label="]
        words += _data_model(task, options)
        words += _limits(options, rlimits)
        return [executable, "check", *words, *task.input_files]

    def determine_result(self, run):
        code = run.exit_code.value
        if code is None:
            # By a signal, which BenchExec knows better.
            return result.RESULT_ERROR
        answer = _answer(run.output)
        if answer is None:
            return _error(code, run.output)
        name, codes = VERDICTS.get(answer["verdict"], (None, set()))
        is_consistent = answer.get("exit_code") == code and code in codes
        if not is_consistent or not _has_line(run.output, f"{name}: "):
            # A file that was asked for could not be written, for example.
            return _error(code, run.output)
        if answer["verdict"] == UNSAFE:
            return _violation(answer, _has(run.cmdline, ["--prp"]))
        if code == 0:
            return _safety(answer["verdict"], run)
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """
        What a column shows:
        - verdict: `safe`, `safe within bounds`, `unsafe` or `unknown`;
        - a name from the line of `--stats json` (`cpu_seconds`, `peak_memory_bytes`, `search_end`,
          `statement`, ...), or, behind `seconds.`, a phase (`seconds.total`, `seconds.replay`, ...);
        - steps: how many pairs of bounds were tried;
        - rounds, contexts or writes: the bound of the schedule in the step that decided;
        - a name from the steps (`unwind`, `clauses`, `variables`, `conflicts`, `threads`, `points`,
          `switches`, `violation_seconds`, ...), of the step that decided.
        """
        answer = _answer(output)
        if answer is None:
            return None
        if identifier == "verdict":
            return _shown(str(answer["verdict"]).replace("-", " "))
        if identifier == "steps":
            return str(len(answer.get("steps", [])))
        if identifier.startswith("seconds."):
            return _shown(answer.get("seconds", {}).get(identifier[len("seconds.") :]))
        if identifier in answer:
            return _shown(answer[identifier])
        step = _deciding_step(answer)
        if identifier in ("rounds", "contexts", "writes"):
            is_it = step.get("encoding") == identifier
            return _shown(step.get("length")) if is_it else None
        return _shown(step.get(identifier))


# Command lines.


def _has(options, names):
    """Whether one of these is among the options: `--long`, `--long=value`, `-s` or `-svalue`."""

    def is_named(word, name):
        if name.startswith("--"):
            return word == name or word.startswith(f"{name}=")
        return word.startswith(name) and not word.startswith("--")

    return any(is_named(word, name) for word in options for name in names)


def _refuse(options, names, reason):
    for name in names:
        if _has(options, [name]):
            raise UnsupportedFeatureException(
                f"The option {name} cannot be used here: {reason}"
            )


def _data_model(task, options):
    of_task = task.options if isinstance(task.options, dict) else {}
    language = of_task.get("language", "C")
    if language != "C":
        raise UnsupportedFeatureException(f"Unspool does not read {language}, only C")
    if "witness_input_file" in of_task:
        raise UnsupportedFeatureException("Unspool does not validate witnesses")
    data_model = of_task.get("data_model")
    if data_model is None:
        return []
    if data_model not in DATA_MODELS:
        raise UnsupportedFeatureException(f"Unsupported data_model '{data_model}'")
    names = ["--data-model", "-m32", "-m64"]
    _refuse(options, names, "the task definition has a data model")
    return ["--data-model", DATA_MODELS[data_model]]


def _limits(options, rlimits):
    words = []
    names = ["-j", "--jobs", "--cores"]
    cores = rlimits.cpu_cores or 1
    if _has(options, names):
        cores = _number(options, names) or cores
    elif rlimits.cpu_cores is not None or rlimits.cputime is not None:
        words += ["-j", str(cores)]
    if not _has(options, ["--time-limit"]):
        times = [rlimits.walltime, rlimits.cputime and rlimits.cputime / cores]
        times = [time for time in times if time is not None]
        if times:
            words += ["--time-limit", f"{_below(min(times)):.1f}s"]
    if rlimits.memory is not None and not _has(options, ["--memory-limit"]):
        # Pages of files count there and not here.
        most = max(rlimits.memory * 9 // 10, LEAST_MEMORY)
        words += ["--memory-limit", str(most)]
    return words


def _number(options, names):
    """Of an option: `-j 4`, `-j4`, `--jobs 4` or `--jobs=4`."""
    line = " ".join(options)
    found = re.search(rf"(?:^| )(?:{'|'.join(names)})[ =]?(\d+)(?: |$)", line)
    return int(found[1]) if found else None


def _below(time):
    """Leaves some seconds to end in: for the replay of what was found, and for files."""
    return max(time / 2, min(time * 0.95, time - 2))


# Results.


def _answer(output):
    """The line of `--stats=json`, the last on standard output; None if there is none, or half of one."""
    for line in reversed(output):
        if not line.startswith('{"'):
            continue
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        if isinstance(answer, dict) and "verdict" in answer:
            return answer
    return None


def _has_line(output, start):
    return any(line.startswith(start) for line in output)


def _error(code, output):
    """Why there is no verdict, in a form that BenchExec takes for an error."""
    for start, word in ERRORS.get(code, []):
        if _has_line(output, start):
            return f"{result.RESULT_ERROR} ({word})"
    if code in (0, 5, 10):
        return f"{result.RESULT_ERROR} (incomplete output)"
    return f"{result.RESULT_ERROR} ({code})"


def _safety(verdict, run):
    if verdict == BOUNDED and not _has(run.cmdline, ["--accept-bounded"]):
        return _error(0, run.output)
    if _has_line(run.output, MEMTRACK_WARNING):
        return result.RESULT_UNKNOWN
    return result.RESULT_TRUE_PROP


def _violation(answer, has_property_file):
    """Of the first of the violations that is one of what was asked about."""
    properties = answer.get("properties", [])
    also = [line for line in answer.get("details", []) if line.startswith("also: ")]
    statements = [answer.get("statement", ""), *(line[len("also: ") :] for line in also)]
    for statement in statements:
        name = _violated(statement, properties)
        if name not in properties:
            return f"{result.RESULT_ERROR} (violation of another property)"
        if name == MEMORY_SAFETY:
            is_free = WRONG_FREE.search(statement)
            return result.RESULT_FALSE_FREE if is_free else result.RESULT_FALSE_DEREF
        is_call = ERROR_FUNCTION.search(statement)
        if name == UNREACH_CALL and has_property_file and not is_call:
            # An assertion, which ends the process and is no such call.
            continue
        return RESULTS.get(name, f"{result.RESULT_FALSE_PROP}({name})")
    return result.RESULT_UNKNOWN


def _violated(statement, properties):
    """Which property a statement is about; None if it does not say."""
    named = NAMED_PROPERTY.search(statement)
    if named:
        return named[1]
    for name, pattern in UNNAMED_PROPERTIES.items():
        if pattern.search(statement):
            return name
    return properties[0] if len(properties) == 1 else None


# Columns.


def _deciding_step(answer):
    """The step that the verdict rests on."""
    step = answer.get("deciding_step")
    steps = answer.get("steps", [])
    return steps[step] if isinstance(step, int) and 0 <= step < len(steps) else {}


def _shown(value):
    if value is None or isinstance(value, (dict, list)):
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    # Columns are HTML.
    return html.escape(str(value))
