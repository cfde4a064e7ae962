using System.Diagnostics;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Deploy;

/// <summary>The script of action.yml and azure-pipelines.yml, as a runner starts it, against the loopback Azure.</summary>
public sealed partial class ActionTests : IDisposable
{
    private static readonly string Script = RepositoryFiles.GetPath("deploy", "action", "evaluate");

    private readonly TemporaryFolder folder = new();

    public static bool BashIsPresent => File.Exists("/bin/bash");

    public void Dispose() => folder.Dispose();

    [Fact(Skip = "bash is not installed", SkipUnless = nameof(BashIsPresent))]
    public async Task The_steady_sizes_are_in_the_job_summary_and_fail_on_decides_about_the_job()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        var endpoint = azure.Endpoint.ToString();

        var fine = await RunAsync(("ADVISOR_ENDPOINT", endpoint), ("ADVISOR_FAIL_ON", "saving>100000\n"));
        var failed = await RunAsync(("ADVISOR_ENDPOINT", endpoint), ("ADVISOR_FAIL_ON", "saving>100000\r\noverload\n\n"));

        Assert.Equal((0, 8), (fine.Code, failed.Code));
        Assert.Contains("hot-chat", fine.Summary, StringComparison.Ordinal);
        Assert.Contains("| ", fine.Summary, StringComparison.Ordinal);
        Assert.Matches("^exit-code=8\nreport=.*\\.md\n$", failed.Outputs);
        Assert.Contains("A condition of fail-on is met", failed.Error, StringComparison.Ordinal);
    }

    [Fact(Skip = "bash is not installed", SkipUnless = nameof(BashIsPresent))]
    public async Task An_input_is_never_part_of_a_command_and_a_wrong_one_fails_the_job()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        var mark = Path.Combine(folder.Path, "mark");

        var run = await RunAsync(
            ("ADVISOR_ENDPOINT", azure.Endpoint.ToString()),
            ("ADVISOR_SUBSCRIPTION", $"$(touch {mark})`touch {mark}`; touch {mark}")
        );

        Assert.Equal(ExitCodes.Usage, run.Code);
        Assert.Contains("is not a subscription id", run.Summary, StringComparison.Ordinal);
        Assert.False(File.Exists(mark));
    }

    [Fact(Skip = "bash is not installed", SkipUnless = nameof(BashIsPresent))]
    public async Task A_report_that_is_larger_than_a_job_summary_can_be_is_cut_at_a_line()
    {
        var many = folder.Write("many", "#!/bin/sh\nseq -f '| resource-%07.0f | Standard_S1 x 2 |' 60000\n"); // 40 bytes each: 2.4 MB
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(many, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        var run = await RunAsync(("ADVISOR_PROGRAM", many));

        Assert.InRange(run.Summary.Length, 900_000, 1_048_576);
        var lines = run.Summary.Split('\n');
        Assert.Equal(["", "The report goes on: it is larger than a job summary can be.", ""], lines[^3..]);
        Assert.All(lines[..^3], line => Assert.EndsWith(" x 2 |", line, StringComparison.Ordinal));
        var report = run.Outputs.Split("report=")[1].TrimEnd('\n');
        Assert.Equal(60_000, (await File.ReadAllLinesAsync(report, TestContext.Current.CancellationToken)).Length);
    }

    [Fact]
    public async Task Every_input_of_the_action_reaches_the_script()
    {
        var action = await File.ReadAllTextAsync(RepositoryFiles.GetPath("action.yml"), TestContext.Current.CancellationToken);
        var options = RepositoryFiles.GetPath("deploy", "action", "options");
        var script =
            await File.ReadAllTextAsync(Script, TestContext.Current.CancellationToken)
            + await File.ReadAllTextAsync(options, TestContext.Current.CancellationToken);
        var inputs = InputPattern()
            .Matches(action[..action.IndexOf("outputs:", StringComparison.Ordinal)])
            .Select(match => match.Groups["name"].Value);

        Assert.Equal(7, inputs.Count());
        Assert.All(
            inputs,
            input =>
            {
                var variable = "ADVISOR_" + input.ToUpperInvariant().Replace('-', '_');
                Assert.Contains($"{variable}: ${{{{ inputs.{input} }}}}", action, StringComparison.Ordinal);
                Assert.Contains($"${{{variable}:-", script, StringComparison.Ordinal);
            }
        );
    }

    // AzureCLI@2 refuses a 'scriptPath' that does not end with .sh, .ps1, .bat or .cmd (checkIfFileExists of its Utility.ts).
    [Fact]
    public async Task The_pipeline_starts_the_script_as_its_task_can()
    {
        var pipeline = await ReadAsync(RepositoryFiles.GetPath("deploy", "azure-pipelines.yml"));

        Assert.DoesNotContain("scriptPath", pipeline, StringComparison.Ordinal);
        Assert.Contains(
            "      scriptLocation: inlineScript\n      inlineScript: deploy/action/evaluate\n",
            pipeline,
            StringComparison.Ordinal
        );
        Assert.True(OperatingSystem.IsWindows() || File.GetUnixFileMode(Script).HasFlag(UnixFileMode.UserExecute));
    }

    // Azure Pipelines runs a file without 'pr' for each pull request of a repository at GitHub or Bitbucket.
    [Fact]
    public async Task The_pipeline_runs_by_its_schedule_alone_and_not_for_what_a_pull_request_makes_of_its_scripts()
    {
        var pipeline = await ReadAsync(RepositoryFiles.GetPath("deploy", "azure-pipelines.yml"));

        Assert.Matches("(?m)^trigger: none$", pipeline);
        Assert.Matches("(?m)^pr: none$", pipeline);
    }

    private async Task<(int Code, string Summary, string Outputs, string Error)> RunAsync(params (string Name, string Value)[] environment)
    {
        var program = folder.Write("advisor", $"#!/bin/sh\nexec dotnet '{Path.Combine(AppContext.BaseDirectory, "advisor.dll")}' \"$@\"\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        var (summary, outputs) = (folder.Write("summary", ""), folder.Write("outputs", ""));
        var start = new ProcessStartInfo("/bin/bash", [Script])
        {
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = folder.Path,
            Environment =
            {
                ["ADVISOR_PROGRAM"] = program,
                ["GITHUB_STEP_SUMMARY"] = summary,
                ["GITHUB_OUTPUT"] = outputs,
                ["RUNNER_TEMP"] = folder.Path,
            },
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await ReadAsync(summary), await ReadAsync(outputs), error);
    }

    private static Task<string> ReadAsync(string file) => File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);

    [GeneratedRegex("^  (?<name>[a-z-]+):$", RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex InputPattern();
}
