# SPDX-FileCopyrightText: 2026 The Unspool contributors
#
# SPDX-License-Identifier: MIT OR Apache-2.0

"""Tests of the tool-info module, with BenchExec's own classes and outputs of the real Unspool.

    UNSPOOL=target/release/unspool python3 -m unittest contrib/benchexec/test_unspool.py

UNSPOOL names the program; without it there is nothing to test. Each program below that is wrong has
a twin which is right, and what no verdict may come of is tried on all outputs.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path(__file__).resolve().parent
PROJECT = FOLDER.parents[1]
MODULE = "contrib.benchexec.unspool"
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROJECT))

import benchexec.benchexec  # noqa: E402
from benchexec import model, result, tooladapter, util  # noqa: E402
from benchexec.tools.template import UnsupportedFeatureException  # noqa: E402

BaseTool = tooladapter.CURRENT_BASETOOL
Limits = BaseTool.ResourceLimits


def check(formula):
    return f"CHECK( init(main()), LTL({formula}) )\n"


PROPERTIES = {
    "unreach-call": check("G ! call(reach_error())"),
    "valid-memsafety": check("G valid-free")
    + check("G valid-deref")
    + check("G valid-memtrack"),
    "valid-deref": check("G valid-deref"),
    "valid-memcleanup": check("G valid-memcleanup"),
    "no-overflow": check("G ! overflow"),
    "no-data-race": check("G ! data-race"),
    "no-deadlock": check("G ! deadlock"),
    "termination": check("F end"),
}

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
"""


def adding(before, after, wrong):
    """Two threads add 1. What is wrong stands in the end, where a sum that is not 2 has been seen."""
    return f"""{HEAD}
void *add(void *unused) {{ {before} int seen = shared; shared = seen + 1; {after} return 0; }}
int main(void) {{
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (shared != 2) {{ {wrong} }}
    return 0;
}}
"""


def locking(first, second):
    return f"""{HEAD}
void *work(void *unused) {{
    pthread_mutex_lock(&{first}); pthread_mutex_lock(&{second});
    pthread_mutex_unlock(&other); pthread_mutex_unlock(&lock);
    return 0;
}}
int main(void) {{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock); pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other); pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}}
"""


def body(statements):
    return f"{HEAD}\nint main(void) {{ {statements} return 0; }}\n"


LOCKED = ("pthread_mutex_lock(&lock);", "pthread_mutex_unlock(&lock);")

# Name, property file, text, result.
PROGRAMS = [
    ("sum_safe", "unreach-call", adding(*LOCKED, "reach_error();"), "true"),
    ("sum_unsafe", "unreach-call", adding("", "", "reach_error();"), "false(unreach-call)"),
    # A label is no call, and neither is an assertion.
    ("label", "unreach-call", adding("", "", "ERROR: ;"), "true"),
    ("label_call", "unreach-call", adding("", "", "ERROR: reach_error();"), "false(unreach-call)"),
    ("assertion", "unreach-call", adding("", "", "assert(0);"), "unknown"),
    ("assertion_safe", "unreach-call", adding(*LOCKED, "assert(0);"), "true"),
    ("assertion_all", None, body("assert(__VERIFIER_nondet_int());"), "false(unreach-call)"),
    ("race_safe", "no-data-race", adding(*LOCKED, ""), "true"),
    ("race", "no-data-race", adding("", "", ""), "false(no-data-race)"),
    ("race_all", None, adding("", "", ""), "false(no-data-race)"),
    ("deadlock_safe", "no-deadlock", locking("lock", "other"), "true"),
    ("deadlock", "no-deadlock", locking("other", "lock"), "false(no-deadlock)"),
    ("deadlock_all", None, locking("other", "lock"), "false(no-deadlock)"),
    ("overflow_safe", "no-overflow", body("unsigned n = __VERIFIER_nondet_int(); n + 1;"), "true"),
    ("overflow", "no-overflow", body("int n = __VERIFIER_nondet_int(); n + 1;"), "false(no-overflow)"),
    ("access_safe", "valid-deref", body("int *p = malloc(4); *p = 1; free(p);"), "true"),
    ("access", "valid-memsafety", body("int *p = malloc(4); p[1] = 1; free(p);"), "false(valid-deref)"),
    ("after_free", "valid-memsafety", body("int *p = malloc(4); free(p); *p = 1;"), "false(valid-deref)"),
    ("double_free", "valid-memsafety", body("int *p = malloc(4); free(p); free(p);"), "false(valid-free)"),
    ("invalid_free", "valid-memsafety", body("free(&shared);"), "false(valid-free)"),
    # That it holds is not known: this is a leak.
    ("untracked", "valid-memsafety", body("int *p = malloc(4); p = 0;"), "unknown"),
    ("kept", "valid-memcleanup", body("int *p = malloc(4); p = 0;"), "false(valid-memcleanup)"),
    ("kept_safe", "valid-memcleanup", body("int *p = malloc(4); free(p);"), "true"),
    ("division", None, body("1 / __VERIFIER_nondet_int();"), "false(division-by-zero)"),
    ("malformed", "unreach-call", "int main(void) { return\n", "ERROR (parse)"),
    ("undefined", "unreach-call", "int f(void); int main(void) { return f(); }\n", "ERROR (parse)"),
    ("termination", "termination", body(""), "ERROR (unsupported)"),
]

# A sum that no bound is enough for.
ENDLESS = body("int n = 0; while (__VERIFIER_nondet_int()) n++; if (n == 123456) reach_error();")


class Output:
    """What a run has left."""

    def __init__(self, cmdline, code, text):
        self.cmdline = cmdline
        self.code = code
        self.lines = text.splitlines(keepends=True)

    def __str__(self):
        return "".join(line[:200] + "\n" for line in self.lines)

    def result(self, tool, code=None, lines=None, reason=None):
        lines = BaseTool.RunOutput(self.lines if lines is None else lines)
        # A code of 0 is false.
        code = self.code if code is None else code
        return tool.determine_result(BaseTool.Run(self.cmdline, code, lines, reason))


def exit_code(value):
    """As `subprocess` has them."""
    if value < 0:
        return util.ProcessExitCode.create(signal=-value)
    return util.ProcessExitCode.create(value=value)


def is_verdict(text):
    return result.get_result_classification(text) != result.RESULT_CLASS_OTHER


def parsed_arguments(*words):
    executor = benchexec.benchexec.BenchExec()
    return executor.create_argument_parser().parse_args(["--no-container", *words])


@unittest.skipUnless(os.environ.get("UNSPOOL"), "UNSPOOL does not name the program")
class WithUnspool(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.unspool = os.path.abspath(os.environ["UNSPOOL"])
        cls.directory = os.path.dirname(cls.unspool)
        arguments = parsed_arguments("--tool-directory", cls.directory, "unused.xml")
        _, cls.tool = model.load_tool_info(MODULE, arguments)
        cls.executable = cls.tool.executable(tooladapter.create_tool_locator(arguments))
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        for name, text in PROPERTIES.items():
            (cls.folder / f"{name}.prp").write_text(text)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def cmdline(self, files, options=(), property_file=None, task_options=None, limits=None):
        return model.cmdline_for_run(
            self.tool,
            self.executable,
            list(options),
            files,
            None,
            property_file,
            task_options,
            limits or Limits(),
        )

    def run_on(self, name, property_name, text, options=()):
        file = self.write(f"{name}.c", text)
        prp = property_name and str(self.folder / f"{property_name}.prp")
        limits = Limits(walltime=120, cpu_cores=1)
        words = self.cmdline([file], options, prp, {"language": "C", "data_model": "LP64"}, limits)
        ended = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return Output(words, exit_code(ended.returncode), ended.stdout)


class GeneralInformation(WithUnspool):
    def test_the_tool_is_found_and_has_a_version(self):
        self.assertEqual(os.path.realpath(self.executable), os.path.realpath(self.unspool))
        self.assertEqual(self.tool.name(), "Unspool")
        said = subprocess.run([self.unspool, "--version"], stdout=subprocess.PIPE, text=True)
        self.assertEqual(f"unspool {self.tool.version(self.executable)}", said.stdout.strip())
        self.assertRegex(self.tool.version(self.executable), r"^\d")
        self.assertEqual(self.tool.program_files(self.executable), [self.executable])

    def test_the_checker_of_benchexec_has_nothing_to_warn_of(self):
        self.write("task.i", body(""))
        task = self.write(
            "task.yml",
            "format_version: '2.0'\ninput_files: task.i\n"
            "properties:\n  - property_file: no-data-race.prp\n    expected_verdict: true\n"
            "options:\n  language: C\n  data_model: ILP32\n",
        )
        # Relative, since it warns of other paths.
        words = ["--no-container", "--tool-directory", os.path.basename(self.directory)]
        said = subprocess.run(
            [sys.executable, "-m", "benchexec.test_tool_info", MODULE, *words, "--task-definition", task],
            cwd=os.path.dirname(self.directory),
            env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.assertEqual(said.returncode, 0, said.stdout)
        self.assertNotIn("WARNING", said.stdout)
        self.assertNotIn("Traceback", said.stdout)
        self.assertIn("--data-model', 'ilp32'", said.stdout)
        self.assertIn("Version: “", said.stdout)


class CommandLines(WithUnspool):
    def words(self, *arguments, **named):
        return self.cmdline(["a.c"], *arguments, **named)[1:]

    def test_tasks(self):
        plain = ["check", "--stats=json", "a.c"]
        self.assertEqual(self.words(), plain)
        self.assertEqual(self.words(task_options={}), plain)
        self.assertEqual(self.words(task_options={"language": "C"}), plain)
        self.assertEqual(self.words(["--no-weak-failures"])[1], "--no-weak-failures")
        self.assertEqual(self.cmdline(["a.c", "b.i"])[-2:], ["a.c", "b.i"])
        words = self.words(property_file="p.prp")
        self.assertEqual(words, ["check", "--stats=json", "--prp", "p.prp", "--error-label=", "a.c"])
        for name, option in [("ILP32", "ilp32"), ("LP64", "lp64")]:
            words = self.words(task_options={"language": "C", "data_model": name})
            self.assertEqual(words, ["check", "--stats=json", "--data-model", option, "a.c"])

    def test_tasks_and_options_that_are_refused(self):
        def refused(options=(), **named):
            with self.assertRaises(UnsupportedFeatureException):
                self.words(options, **named)

        refused(task_options={"language": "Java"})
        refused(task_options={"language": "C", "data_model": "LLP64"})
        refused(task_options={"language": "C", "witness_input_file": "witness.yml"})
        refused(["-m32"], task_options={"language": "C", "data_model": "LP64"})
        refused(["--property", "no-data-race"], property_file="p.prp")
        refused(["--prp=other.prp"], property_file="p.prp")
        refused(["--error-label", "WRONG"], property_file="p.prp")
        refused(["--quiet"])
        refused(["--stats"])
        with self.assertRaises(UnsupportedFeatureException):
            model.cmdline_for_run(self.tool, self.executable, [], [], "name", None, None, Limits())
        self.assertIn("-m32", self.words(["-m32"]))
        self.assertIn("no-data-race", self.words(["--property", "no-data-race"]))

    def test_limits(self):
        def limits(options=(), **named):
            words = self.words(options, limits=Limits(**named))
            return " ".join(words[words.index("--stats=json") + 1 : -1])

        self.assertEqual(limits(walltime=100), "--time-limit 95.0s")
        self.assertEqual(limits(walltime=10), "--time-limit 8.0s")
        self.assertEqual(limits(walltime=1), "--time-limit 0.5s")
        self.assertEqual(limits(walltime=10_000_000), "--time-limit 9500000.0s")
        self.assertEqual(limits(cpu_cores=3), "-j 3")
        cpu = {"cputime": 900, "cputime_hard": 960}
        self.assertEqual(limits(**cpu), "-j 1 --time-limit 855.0s")
        self.assertEqual(limits(**cpu, cpu_cores=4), "-j 4 --time-limit 213.8s")
        self.assertEqual(limits(**cpu, cpu_cores=4, walltime=100), "-j 4 --time-limit 95.0s")
        for jobs in (["-j", "2"], ["-j2"], ["--jobs=2"], ["--cores", "2"]):
            self.assertEqual(limits(jobs, **cpu, cpu_cores=4), "--time-limit 427.5s", jobs)
        self.assertEqual(limits(["--time-limit=7"], **cpu, cpu_cores=4), "-j 4")
        self.assertEqual(limits(memory=10**9), "--memory-limit 900000000")
        self.assertEqual(limits(memory=10**6), f"--memory-limit {32 << 20}")
        self.assertEqual(limits(["--memory-limit", "1G"], memory=10**9), "")

    def test_what_is_made_of_limits_is_accepted(self):
        least = Limits(cputime=2, cputime_hard=2, walltime=3, memory=1, cpu_cores=1)
        most = Limits(cputime=10**7, cputime_hard=10**7, memory=10**13, cpu_cores=64)
        file = self.write("limits.c", body(""))
        for limits in (least, most):
            words = self.cmdline([file], limits=limits)
            ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertIn(ended.returncode, (0, 5), ended.stdout)

    def test_the_example_definition(self):
        """It is read by BenchExec, with a task for each of the sets that it names."""
        folder = self.folder / "example"
        definition = (FOLDER / "unspool.xml").read_text()
        self.write("example/unspool.xml", definition)
        self.write("sv-benchmarks/c/sum/sum.i", "int main(void) { return 0; }\n")
        names = ["unreach-call", "no-data-race", "no-overflow", "valid-memsafety"]
        rows = [f"  - property_file: ../properties/{n}.prp\n    expected_verdict: true\n" for n in names]
        self.write(
            "sv-benchmarks/c/sum/sum.yml",
            "format_version: '2.0'\ninput_files: sum.i\noptions:\n  language: C\n  data_model: ILP32\n"
            f"properties:\n{''.join(rows)}",
        )
        for name in names:
            self.write(f"sv-benchmarks/c/properties/{name}.prp", PROPERTIES[name])
        sets = [e.text for e in ElementTree.fromstring(definition).iter("includesfile")]
        self.assertEqual(len(sets), len(names))
        for path in sets:
            self.write(f"example/{path}", "sum/*.yml\n")
        path = str(folder / "unspool.xml")
        words = ["--tool-directory", self.directory, "--outputpath", f"{folder}/results/", path]
        arguments = parsed_arguments(*words)
        benchmark = model.Benchmark(path, arguments, util.read_local_time())
        benchmark.executable = self.executable
        asked = []
        for run_set in benchmark.run_sets:
            for run in run_set.runs:
                words = run.cmdline()
                self.assertIn("ilp32", words)
                self.assertTrue(words[-1].endswith("sum.i"), words)
                asked.append(os.path.basename(words[words.index("--prp") + 1])[: -len(".prp")])
                self.assertTrue(any(word.startswith("witness.") for word in words), words)
        self.assertEqual(sorted(asked), sorted(names))
        self.assertTrue(benchmark.result_files_patterns)
        # Its columns are some that there are.
        output = self.run_on("columns", "no-data-race", adding("", "", ""))
        for column in benchmark.columns:
            value = self.tool.get_value_from_output(BaseTool.RunOutput(output.lines), column.text)
            self.assertTrue(value, column.text)


class Results(WithUnspool):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.outputs = {}

    def output(self, name, property_name, text, options=()):
        key = (name, tuple(options))
        if key not in self.outputs:
            self.outputs[key] = self.run_on(name, property_name, text, options)
        return self.outputs[key]

    def all_outputs(self):
        for name, property_name, text, _ in PROGRAMS:
            yield name, self.output(name, property_name, text)

    def test_programs(self):
        for name, property_name, text, expected in PROGRAMS:
            output = self.output(name, property_name, text)
            self.assertEqual(output.result(self.tool), expected, f"{name}\n{output}")

    def test_bounded(self):
        bounds = ["--unwind", "2", "--rounds", "2"]
        output = self.output("bounded", "unreach-call", ENDLESS, bounds)
        self.assertEqual(output.code.value, 5)
        self.assertEqual(output.result(self.tool), result.RESULT_UNKNOWN)
        value = self.tool.get_value_from_output(BaseTool.RunOutput(output.lines), "verdict")
        self.assertEqual(value, "safe within bounds")
        # Nothing of the three alone makes it more.
        self.assertFalse(is_verdict(output.result(self.tool, code=exit_code(0))))
        accepted = self.output("accepted", "unreach-call", ENDLESS, [*bounds, "--accept-bounded"])
        self.assertEqual(accepted.result(self.tool), result.RESULT_TRUE_PROP)
        told = accepted.result(self.tool, code=exit_code(5))
        self.assertEqual(told, "ERROR (incomplete output)")
        unasked = Output(output.cmdline, accepted.code, "".join(accepted.lines))
        self.assertEqual(unasked.result(self.tool), "ERROR (incomplete output)")

    def test_other_endings(self):
        usage = self.output("usage", None, body(""), ["--no-such-option"])
        self.assertEqual(usage.result(self.tool), "ERROR (usage)")
        missing = self.output("missing", None, body(""), ["--json", "no/such/folder.json"])
        self.assertEqual(missing.result(self.tool), "ERROR (usage)")
        late = self.output("late", "unreach-call", ENDLESS, ["--time-limit", "0.001"])
        self.assertEqual(late.result(self.tool), result.RESULT_UNKNOWN)
        words = ["error: internal error: a panic, described above\n"]
        run = Output(["unspool"], exit_code(6), "".join(words))
        self.assertEqual(run.result(self.tool), "ERROR (internal)")
        run = Output(["unspool"], exit_code(5), "error: cannot start a thread\n")
        self.assertEqual(run.result(self.tool), "ERROR (resources)")
        run = Output(["unspool"], exit_code(127), "")
        self.assertEqual(run.result(self.tool), "ERROR (127)")

    def test_processes_that_are_killed(self):
        """One that is asked to end says so; the others cannot say anything."""
        for number, expected in [(signal.SIGTERM, "unknown"), (signal.SIGKILL, "ERROR"), (signal.SIGABRT, "ERROR")]:
            file = self.write("killed.c", ENDLESS)
            words = self.cmdline([file], ["--time-limit", "20", "-j", "1"])
            log = self.folder / "killed.log"
            with open(log, "w") as output:
                process = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT)
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(1)
                process.send_signal(number)
                code = exit_code(process.wait())
            run = Output(words, code, log.read_text())
            self.assertEqual(run.result(self.tool, reason="walltime"), expected, run)

    def test_other_exit_codes_make_no_verdict(self):
        others = [exit_code(value) for value in range(256)]
        others += [exit_code(-number) for number in range(1, 65)]
        for name, output in self.all_outputs():
            for code in others:
                if code != output.code:
                    told = output.result(self.tool, code=code)
                    self.assertFalse(is_verdict(told), f"{name}: {told} with {code}")

    def test_parts_of_outputs_make_no_verdict(self):
        """A verdict needs its first line and all of the line of JSON."""
        for name, output in self.all_outputs():
            if not is_verdict(output.result(self.tool)):
                continue
            starts = [line.startswith(('{"', "SAFE: ", "UNSAFE: ")) for line in output.lines]
            needed = [number for number, is_needed in enumerate(starts) if is_needed]
            self.assertEqual(len(needed), 2, name)
            for number in needed:
                without = [*output.lines[:number], *output.lines[number + 1 :]]
                self.assertFalse(is_verdict(output.result(self.tool, lines=without)), name)
            text = "".join(output.lines)
            behind_json = sum(len(line) for line in output.lines[: needed[1] + 1])
            for end in range(0, behind_json - 1, 7):
                lines = text[:end].splitlines(keepends=True)
                self.assertFalse(is_verdict(output.result(self.tool, lines=lines)), f"{name}: {end}")

    def test_lines_of_others_make_no_verdict(self):
        """The verdict of one run with the JSON of another."""
        verdicts = [o for _, o in self.all_outputs() if is_verdict(o.result(self.tool))]
        safe = next(o for o in verdicts if o.code.value == 0)
        violation = next(o for o in verdicts if o.code.value == 10)
        for one, other in [(safe, violation), (violation, safe)]:
            json_of_one = [line for line in one.lines if line.startswith('{"')]
            words_of_other = [line for line in other.lines if not line.startswith('{"')]
            for code in (exit_code(0), exit_code(10)):
                told = one.result(self.tool, code=code, lines=[*words_of_other, *json_of_one])
                self.assertFalse(is_verdict(told), told)

    def test_a_violation_of_what_was_not_asked_for_is_an_error(self):
        output = self.output("race_all", None, adding("", "", ""))
        lines = [line.replace('"no-data-race"', '"no-overflow"') for line in output.lines]
        told = output.result(self.tool, lines=lines)
        self.assertEqual(told, "ERROR (violation of another property)")


class Columns(WithUnspool):
    def test_values(self):
        output = self.run_on("columns", "unreach-call", adding("", "", "reach_error();"))

        def value(identifier, lines=None):
            lines = BaseTool.RunOutput(output.lines if lines is None else lines)
            return self.tool.get_value_from_output(lines, identifier)

        self.assertEqual(value("verdict"), "unsafe")
        self.assertEqual(value("search_end"), "violation")
        self.assertEqual(value("threads"), "3")
        self.assertEqual(value("unwind"), "1")
        self.assertIn(f"--rounds {value('rounds')} ", "".join(output.lines))
        self.assertGreaterEqual(int(value("steps")), 1)
        for identifier in ("clauses", "variables", "instructions", "points", "peak_memory_bytes"):
            self.assertGreater(int(value(identifier)), 0, identifier)
        for identifier in ("cpu_seconds", "seconds.total", "violation_seconds"):
            self.assertGreaterEqual(float(value(identifier)), 0, identifier)
        self.assertIn("reach_error is reached", value("statement"))
        for identifier in ("contexts", "no such thing", "seconds.nothing", "details", "seconds"):
            self.assertIsNone(value(identifier), identifier)
        self.assertIsNone(value("verdict", []))
        self.assertIsNone(value("verdict", ["UNSAFE: a.c:1:1: what\n", '{"verdict":"uns']))

    def test_sizes_are_those_of_the_step_that_decided(self):
        """Wherever it stands among the steps."""

        def step(answer, unwind, rounds):
            return {
                "answer": answer,
                "unwind": unwind,
                "encoding": "rounds",
                "length": rounds,
                "clauses": 100 * unwind + rounds,
            }

        steps = [step("violation", 1, 2), step("violation", 1, 3), step("none", 4, 4), step("violation", 2, 3)]

        def clauses(deciding):
            answer = {"verdict": "unsafe", "deciding_step": deciding, "steps": steps}
            lines = BaseTool.RunOutput([json.dumps(answer) + "\n"])
            return self.tool.get_value_from_output(lines, "clauses")

        self.assertEqual(clauses(1), "103")
        self.assertEqual(clauses(2), "404")
        for wrong in (None, 4, -1, "1"):
            self.assertIsNone(clauses(wrong), wrong)

    def test_values_are_html(self):
        lines = ['{"verdict":"unsafe","statement":"assertion failed: a<b && c"}\n']
        value = self.tool.get_value_from_output(BaseTool.RunOutput(lines), "statement")
        self.assertEqual(value, "assertion failed: a&lt;b &amp;&amp; c")


# Has no tests of its own.
del WithUnspool

if __name__ == "__main__":
    unittest.main()
