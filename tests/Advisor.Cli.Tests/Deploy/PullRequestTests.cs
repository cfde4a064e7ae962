using System.Diagnostics;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Deploy;

/// <summary>
/// The script of github-pull-request.yml in a clone of a repository with templates, against the loopback Azure. In place of gh stands a
/// script that keeps what it was asked for: GitHub is not here.
/// </summary>
public sealed class PullRequestTests : IDisposable
{
    private const string Template = """
        resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {
          name: 'hot-chat'
          location: resourceGroup().location
          sku: {
            name: 'Standard_S1'
            capacity: 1
          }
        }

        """;

    private readonly TemporaryFolder folder = new();

    public static bool ToolsArePresent => File.Exists("/bin/bash") && File.Exists("/usr/bin/git");

    public void Dispose() => folder.Dispose();

    [Fact(Skip = "bash or git is not installed", SkipUnless = nameof(ToolsArePresent))]
    public async Task The_recommended_units_are_proposed_once_as_a_pull_request()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        var clone = await CreateCloneAsync();
        WriteProgram("advisor", $"exec dotnet '{Path.Combine(AppContext.BaseDirectory, "advisor.dll")}' \"$@\"");
        WriteProgram("gh", $"echo \"$*\" >> '{folder.Path}/asked'\n[ \"$2\" = create ] && cat \"$8\" > '{folder.Path}/body'\nexit 0");

        await RunAsync(clone, "bash", RepositoryFiles.GetPath("deploy", "action", "pull-request"), azure.Endpoint.ToString());

        var changed = await RunAsync(folder.Path, "git", "-C", "origin.git", "diff", "main", "advisor/units");
        // The changed line, and the two lines that name the file.
        Assert.Equal(2, changed.Split('\n').Count(line => line.StartsWith('+')));
        Assert.Contains("-    capacity: 1\n+    capacity: ", changed, StringComparison.Ordinal);
        var asked = await File.ReadAllLinesAsync(Path.Combine(folder.Path, "asked"), TestContext.Current.CancellationToken);
        Assert.Equal(["pr list", "pr create"], asked.Select(line => string.Join(' ', line.Split(' ')[..2])));
        var body = await File.ReadAllTextAsync(Path.Combine(folder.Path, "body"), TestContext.Current.CancellationToken);
        Assert.Contains("infra/chat.bicep:6: hot-chat 1 -> ", body, StringComparison.Ordinal);
    }

    [Fact(Skip = "bash or git is not installed", SkipUnless = nameof(ToolsArePresent))]
    public async Task Nothing_is_pushed_where_the_evaluation_fails()
    {
        var clone = await CreateCloneAsync();
        WriteProgram("advisor", "exit 6");
        WriteProgram("gh", "exit 1");

        var run = await Assert.ThrowsAsync<InvalidOperationException>(() =>
            RunAsync(clone, "bash", RepositoryFiles.GetPath("deploy", "action", "pull-request"), "http://127.0.0.1:9")
        );

        Assert.Equal("exit 6", run.Message);
        Assert.Equal("* main\n", await RunAsync(folder.Path, "git", "-C", "origin.git", "branch"));
    }

    private async Task<string> CreateCloneAsync()
    {
        await RunAsync(folder.Path, "git", "init", "--quiet", "--bare", "--initial-branch=main", "origin.git");
        await RunAsync(folder.Path, "git", "clone", "--quiet", "origin.git", "clone");
        var clone = Path.Combine(folder.Path, "clone");
        folder.Write("clone/infra/chat.bicep", Template);
        await RunAsync(clone, "git", "add", ".");
        await RunAsync(clone, "git", "-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "--quiet", "-m", "Templates");
        await RunAsync(clone, "git", "push", "--quiet", "origin", "HEAD:main");
        return clone;
    }

    private void WriteProgram(string name, string script)
    {
        var path = folder.Write($"bin/{name}", $"#!/bin/bash\n{script}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    // The last argument of the script is the address of Azure; a variable, as in the workflow.
    private async Task<string> RunAsync(string workingFolder, string program, params string[] args)
    {
        var start = new ProcessStartInfo(program, program == "bash" ? args[..1] : args)
        {
            WorkingDirectory = workingFolder,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        start.Environment["PATH"] = $"{folder.Path}/bin:{Environment.GetEnvironmentVariable("PATH")}";
        start.Environment["ADVISOR_PROGRAM"] = "advisor";
        start.Environment["ADVISOR_TEMPLATES"] = "infra";
        start.Environment["ADVISOR_ENDPOINT"] = args[^1];
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return process.ExitCode == 0 ? output : throw new InvalidOperationException($"exit {process.ExitCode}");
    }
}
