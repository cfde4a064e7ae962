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

    private string groups = "";

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
    public async Task An_open_pull_request_follows_the_recommendation_and_is_closed_where_nothing_is_left()
    {
        var clone = await CreateCloneAsync();
        WriteGitHub();

        Recommend(units: 3);
        Assert.Contains("hot-chat 1 -> 3", await ProposeAsync(clone), StringComparison.Ordinal);
        Recommend(units: 2);
        Assert.Contains("hot-chat 1 -> 2", await ProposeAsync(clone), StringComparison.Ordinal);
        // Not all resources were read.
        Recommend(units: 1, code: ExitCodes.Partial);
        Assert.Contains("hot-chat 1 -> 2", await ProposeAsync(clone), StringComparison.Ordinal);
        Assert.Contains("advisor/units", await RunAsync(folder.Path, "git", "-C", "origin.git", "branch"), StringComparison.Ordinal);
        Assert.DoesNotContain("could not be read", await ProposeAsync(clone), StringComparison.Ordinal);
        Recommend(units: 2, code: ExitCodes.Partial);
        Assert.Contains("Some resources could not be read", await ProposeAsync(clone), StringComparison.Ordinal);
        Recommend(units: 1);
        Assert.Equal("", await ProposeAsync(clone));
        Assert.Equal("* main\n", await RunAsync(folder.Path, "git", "-C", "origin.git", "branch"));
        // The next recommendation opens another one.
        Recommend(units: 4);
        Assert.Contains("hot-chat 1 -> 4", await ProposeAsync(clone), StringComparison.Ordinal);

        var asked = await File.ReadAllLinesAsync(Path.Combine(folder.Path, "asked"), TestContext.Current.CancellationToken);
        Assert.Equal(["create", "edit", "edit", "close", "create"], asked.Select(line => line.Split(' ')[1]).Where(verb => verb != "list"));
    }

    // The checkout of Advisor, .advisor of the workflow, is a repository in the folder of the templates.
    [Fact(Skip = "bash or git is not installed", SkipUnless = nameof(ToolsArePresent))]
    public async Task Only_the_templates_are_committed()
    {
        var clone = await CreateCloneAsync();
        WriteGitHub();
        await RunAsync(folder.Path, "git", "clone", "--quiet", "origin.git", "clone/infra/.advisor");
        folder.Write("clone/infra/build.log", "");

        Recommend(units: 3);
        await ProposeAsync(clone);

        Assert.Equal(
            "infra/chat.bicep\n",
            await RunAsync(folder.Path, "git", "-C", "origin.git", "diff", "--name-only", "main", "advisor/units")
        );
    }

    // The proposal of 3 units is no longer recommended, and no number of the template makes the resource a Premium_P2.
    [Fact(Skip = "bash or git is not installed", SkipUnless = nameof(ToolsArePresent))]
    public async Task A_closed_pull_request_names_the_size_that_a_number_of_the_templates_cannot_set()
    {
        var clone = await CreateCloneAsync();
        WriteGitHub();
        Recommend(units: 3);
        await ProposeAsync(clone);

        Recommend(units: 200, sku: "Premium_P2");
        Assert.Equal("", await ProposeAsync(clone));

        var asked = await File.ReadAllTextAsync(Path.Combine(folder.Path, "asked"), TestContext.Current.CancellationToken);
        Assert.DoesNotContain("nothing is left to propose", asked, StringComparison.Ordinal);
        Assert.Contains(
            "not changed: hot-chat to Premium_P2 x 200: the recommendation is of another SKU: change it by hand",
            asked,
            StringComparison.Ordinal
        );
    }

    // A line for each of the 1,000 others has some 75 characters, together 76,000; GitHub takes 65,536.
    [Fact(Skip = "bash or git is not installed", SkipUnless = nameof(ToolsArePresent))]
    public async Task A_proposal_among_many_resources_of_other_templates_fits_into_a_pull_request_and_comes_first()
    {
        var clone = await CreateCloneAsync();
        WriteGitHub();

        Recommend(units: 3, others: 1000);
        var body = await ProposeAsync(clone);

        Assert.InRange(body.Length, 50_000, 65_536);
        var lines = body.Split('\n');
        Assert.Equal("infra/chat.bicep:6: hot-chat 1 -> 3 units", lines[3]);
        Assert.Equal("The list goes on in the log of this run.", lines[^3]);
        Assert.Contains("not changed: other-0500 ", await RunAsync(clone, "git", "log", "-1", "advisor/units"), StringComparison.Ordinal);
    }

    [Fact(Skip = "bash or git is not installed", SkipUnless = nameof(ToolsArePresent))]
    public async Task Nothing_is_pushed_where_the_evaluation_fails_and_the_log_says_why()
    {
        var clone = await CreateCloneAsync();
        WriteProgram("advisor", "echo '{ \"failures\": [] }'; exit 6");
        WriteProgram("gh", "exit 1");

        var run = await Assert.ThrowsAsync<InvalidOperationException>(() =>
            RunAsync(clone, "bash", RepositoryFiles.GetPath("deploy", "action", "pull-request"), "http://127.0.0.1:9")
        );

        Assert.Equal("exit 6: { \"failures\": [] }\n", run.Message);
        Assert.Equal("* main\n", await RunAsync(folder.Path, "git", "-C", "origin.git", "branch"));
    }

    [Fact(Skip = "bash or git is not installed", SkipUnless = nameof(ToolsArePresent))]
    public async Task Each_line_of_the_resource_groups_is_a_group()
    {
        var clone = await CreateCloneAsync();
        WriteProgram("advisor", "echo \"$*\"; exit 6");
        groups = "chat\nlive\r\n\n";

        var run = await Assert.ThrowsAsync<InvalidOperationException>(() =>
            RunAsync(clone, "bash", RepositoryFiles.GetPath("deploy", "action", "pull-request"), "http://127.0.0.1:9")
        );

        Assert.Equal(
            "exit 6: evaluate --resource-group chat --resource-group live --endpoint http://127.0.0.1:9 --output json\n",
            run.Message
        );
    }

    /// <summary>Runs the script on the main branch; returns the body of the open pull request, empty where none is open.</summary>
    private async Task<string> ProposeAsync(string clone)
    {
        await RunAsync(clone, "git", "checkout", "--quiet", "main");
        await RunAsync(clone, "bash", RepositoryFiles.GetPath("deploy", "action", "pull-request"), "http://127.0.0.1:9");
        var body = Path.Combine(folder.Path, "body");
        return File.Exists(body) ? await File.ReadAllTextAsync(body, TestContext.Current.CancellationToken) : "";
    }

    // Keeps the body of the pull request that is open.
    private void WriteGitHub() =>
        WriteProgram(
            "gh",
            $"""
            echo "$*" >> '{folder.Path}/asked'
            cd '{folder.Path}'
            case "$2" in
              list) [ ! -f body ] || echo 17 ;;
              create) [ ! -f body ] && cat "$8" > body ;;
              edit) [ "$3" = 17 ] && [ -f body ] && cat "$5" > body ;;
              close) [ "$3" = 17 ] && rm body ;;
            esac
            """
        );

    private void Recommend(int units, int code = ExitCodes.Success, string sku = "Standard_S1", int others = 0)
    {
        var resources = Enumerable
            .Range(0, others)
            .Select(index => $"other-{index:0000}")
            .Append("hot-chat")
            .Select(name =>
                $$"""
                    {
                      "id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{{name}}", "name": "{{name}}",
                      "sku": "Standard_S1", "units": 1, "targetSku": "{{sku}}", "targetUnits": {{units}}
                    }
                    """
            );
        var report = folder.Write("report.json", $$"""{ "resources": [{{string.Join(',', resources)}}] }""");
        var program = Path.Combine(AppContext.BaseDirectory, "advisor.dll");
        WriteProgram("advisor", $"[ \"$1\" != evaluate ] || {{ cat '{report}'; exit {code}; }}\nexec dotnet '{program}' \"$@\"");
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
        start.Environment["ADVISOR_RESOURCE_GROUP"] = groups;
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return process.ExitCode == 0 ? output : throw new InvalidOperationException($"exit {process.ExitCode}: {output}");
    }
}
