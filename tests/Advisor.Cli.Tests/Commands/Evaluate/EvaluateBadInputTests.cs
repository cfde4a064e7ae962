using System.Net;
using System.Net.Sockets;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>What goes wrong at the program's edge: one clear line with what to do, no stack trace, the right exit code.</summary>
public class EvaluateBadInputTests
{
    [Theory]
    [InlineData("defaults: [unclosed", "advisor.yaml:")]
    [InlineData("defautls:\n  mode: recommend\n", "defautls")]
    [InlineData("defaults:\n  maxUnits: -3\n", "maxUnits")]
    [InlineData("defaults:\n  mode: sometimes\n", "mode")]
    public async Task A_configuration_that_is_wrong_is_named_with_file_line_and_reason(string yaml, string named)
    {
        using var folder = new TemporaryFolder();
        folder.Write("advisor.yaml", yaml);

        var run = await CliResult.RunAsync(["evaluate", "--local"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        AssertOneLine(run);
        Assert.Contains(named, run.Error, StringComparison.Ordinal);
        Assert.Contains("advisor.yaml:", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_problems_of_a_configuration_are_reported_at_once()
    {
        using var folder = new TemporaryFolder();
        folder.Write("advisor.yaml", "defautls: 1\ndefaults:\n  maxUnits: -3\n");

        var run = await CliResult.RunAsync(["evaluate", "--local"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.StartsWith("advisor: 2 problems in the configuration:\n", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_configuration_that_is_not_there_is_one_line() =>
        AssertFails(
            await CliResult.RunAsync(["evaluate", "--config", "none.yaml"]),
            ExitCodes.InvalidInput,
            "configuration 'none.yaml' not found",
            "advisor init"
        );

    [Fact]
    public async Task Without_anything_to_look_at_the_ways_to_say_it_are_named()
    {
        using var folder = new TemporaryFolder();

        AssertFails(
            await CliResult.RunAsync(["evaluate"], cli => cli with { Folder = folder.Path }),
            ExitCodes.Usage,
            "no scope",
            "--subscription"
        );
    }

    [Theory]
    [InlineData(FaultKind.Forbidden, ExitCodes.NotAuthorized, "Monitoring Reader")]
    [InlineData(FaultKind.ExpiredToken, ExitCodes.NotAuthorized, "az login")]
    [InlineData(FaultKind.Truncate, ExitCodes.Unreachable, "truncated")]
    [InlineData(FaultKind.Unavailable, ExitCodes.Unreachable, "try again later")]
    public async Task An_azure_that_refuses_or_fails_is_one_line_with_what_to_do(FaultKind kind, int exitCode, string advice)
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(kind));

        AssertFails(await EvaluateAsync(azure), exitCode, advice);
    }

    [Fact]
    public async Task An_unknown_subscription_is_one_line()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);

        var run = await CliResult.RunAsync([
            "evaluate",
            "--endpoint",
            azure.Endpoint.ToString(),
            "--subscription",
            "11111111-1111-1111-1111-111111111111",
        ]);

        AssertFails(run, ExitCodes.NotFound, "11111111-1111-1111-1111-111111111111", "az account list");
    }

    [Fact]
    public async Task A_subscription_that_is_no_guid_is_one_line()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);

        AssertFails(
            await CliResult.RunAsync(["evaluate", "--endpoint", azure.Endpoint.ToString(), "--subscription", "my-subscription"]),
            ExitCodes.Usage,
            "'my-subscription' is not a subscription id"
        );
    }

    [Fact]
    public async Task An_unreachable_endpoint_is_one_line()
    {
        // A port that was free a moment ago and is closed again.
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();

        var run = await CliResult.RunAsync([
            "evaluate",
            "--endpoint",
            $"http://127.0.0.1:{port}",
            "--subscription",
            "11111111-1111-1111-1111-111111111111",
        ]);

        AssertFails(run, ExitCodes.Unreachable, "could not be reached");
    }

    [Theory]
    [InlineData("--subscription", "00000000-0000-4000-8000-00000000ad01")]
    [InlineData("--management-group", "platform")]
    [InlineData("--all-subscriptions")]
    [InlineData("--resource-group", "other")]
    [InlineData("--resource-id", "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/other")]
    [InlineData("--tag", "env=none")]
    [InlineData("--cloud", "china")]
    [InlineData("--local")]
    [InlineData("--endpoint", "http://127.0.0.1:5080")]
    [InlineData("--since", "1h")]
    public async Task What_would_select_resources_in_azure_is_refused_beside_files(params string[] selection)
    {
        var run = await CliResult.RunAsync(["evaluate", "--resource", "r.json", "--metrics", "m.json", .. selection]);

        Assert.Equal((ExitCodes.Usage, ""), (run.ExitCode, run.Out));
        Assert.StartsWith(
            $"advisor: --resource and --metrics are all that is read: omit {selection[0]}.",
            run.Error,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("--endpoint", "http://example.com")]
    [InlineData("--endpoint", "chat")]
    [InlineData("--cloud", "moon")]
    [InlineData("--fail-on", "everything")]
    [InlineData("--since", "3m")]
    [InlineData("--since", "31d")]
    [InlineData("--since", "long")]
    [InlineData("--output", "xml")]
    [InlineData("--resource", "r.json")]
    [InlineData("--subscribtion", "x")]
    public async Task A_wrong_option_is_one_line(string option, string value)
    {
        var run = await CliResult.RunAsync(["evaluate", option, value]);

        AssertFails(run, ExitCodes.Usage, option, "--help");
    }

    [Fact]
    public async Task A_deleted_resource_is_reported_and_the_others_are_shown()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.NotFound) { Resource = "hot-chat" });
        var ids = azure.Resources.Where(r => r.Name is "hot-chat" or "idle-staging").Select(r => r.Id).ToList();

        var run = await CliResult.RunAsync([
            "evaluate",
            "--endpoint",
            azure.Endpoint.ToString(),
            "--resource-id",
            ids[0],
            "--resource-id",
            ids[1],
        ]);

        Assert.Equal(ExitCodes.Partial, run.ExitCode);
        Assert.Contains("idle-staging", run.Out, StringComparison.Ordinal);
        Assert.Contains("hot-chat was not found", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_failure_is_data_in_json()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.Forbidden));

        var run = await EvaluateAsync(azure, "--output", "json");

        Assert.Equal(ExitCodes.NotAuthorized, run.ExitCode);
        Assert.Contains("\"code\": \"Forbidden\"", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    [Fault("monitor-refused")]
    public async Task Where_the_batch_call_is_refused_the_slower_path_is_taken_and_reported()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.ForbidBatch();

        var run = await EvaluateAsync(azure);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("hot-chat", run.Out, StringComparison.Ordinal);
        Assert.Contains("Monitoring Reader", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ctrl_c_ends_it_in_one_line()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.Delay) { Delay = TimeSpan.FromMinutes(5) });
        using var stop = new CancellationTokenSource();

        var running = CliResult.RunAsync(
            ["evaluate", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId],
            cancellation: stop.Token
        );
        await stop.CancelAsync();
        var run = await running;

        Assert.Equal((ExitCodes.Interrupted, "advisor: interrupted.\n", string.Empty), (run.ExitCode, run.Error, run.Out));
    }

    private static Task<CliResult> EvaluateAsync(LocalAzureHost azure, params string[] more) =>
        CliResult.RunAsync(["evaluate", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId, .. more]);

    private static void AssertFails(CliResult run, int exitCode, params string[] said)
    {
        Assert.True(exitCode == run.ExitCode, $"{run.ExitCode}: {run.Error}{run.Out}");
        AssertOneLine(run);
        Assert.All(said, text => Assert.Contains(text, run.Error, StringComparison.Ordinal));
    }

    private static void AssertOneLine(CliResult run)
    {
        Assert.Empty(run.Out);
        Assert.StartsWith("advisor: ", run.Error, StringComparison.Ordinal);
        Assert.True(run.Error.Count(c => c == '\n') == 1, run.Error);
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
    }
}
