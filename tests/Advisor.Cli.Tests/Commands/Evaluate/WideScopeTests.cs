using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>Scopes whose subscriptions Azure names: <c>--management-group</c> and <c>--all-subscriptions</c>.</summary>
public sealed class WideScopeTests : IDisposable
{
    private const string Other = "00000000-0000-4000-8000-00000000ad02";
    private const string Note = "Resource Graph could not be used, so the readable subscriptions are listed one by one.";

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("chat", "--management-group", "platform")]
    [InlineData("chat,live", "--management-group", "platform", "--management-group", "apart")]
    [InlineData("chat,live", "--all-subscriptions")]
    public async Task The_resources_of_the_subscriptions_that_azure_names_are_evaluated(string expected, params string[] scope)
    {
        await using var azure = await StartAsync();

        var run = await RunAsync(azure, "evaluate", [.. scope, "--output", "csv"]);

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Equal(expected, string.Join(',', new[] { "chat", "live" }.Where(name => run.Out.Contains(name, StringComparison.Ordinal))));
    }

    [Fact]
    public async Task Without_Resource_Graph_the_evaluation_is_complete_and_says_how_it_listed()
    {
        await using var azure = await StartAsync();
        azure.Faults.Add(new Fault(FaultKind.NotFound) { Call = CallKind.ResourceGraph });

        var run = await RunAsync(azure, "evaluate", "--all-subscriptions");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains(Note, JoinLines(run.Out), StringComparison.Ordinal);
        Assert.Contains("2 resources", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Watch_says_so_once_and_it_is_no_problem_of_the_tick()
    {
        await using var azure = await StartAsync();
        azure.Faults.Add(new Fault(FaultKind.NotFound) { Call = CallKind.ResourceGraph });

        var run = await RunAsync(azure, "watch", "--all-subscriptions", "--once");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(2, run.Out.Split(Note).Length);
    }

    [Fact]
    public async Task A_management_group_that_may_not_be_read_names_the_role_that_is_missing()
    {
        await using var azure = await StartAsync();

        var run = await RunAsync(azure, "evaluate", "--management-group", "unknown");

        Assert.Equal(ExitCodes.NotAuthorized, run.ExitCode);
        Assert.Contains("grant Monitoring Reader on the management group", JoinLines(run.Error), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_doctor_checks_the_groups_and_each_subscription_in_them()
    {
        await using var azure = await StartAsync();

        var run = await RunAsync(azure, "doctor", "--management-group", "platform", "--management-group", "unknown(eu)");

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        Assert.Contains(
            "ok       management group platform: Resource Graph names 1 subscription with resources.",
            run.Out,
            StringComparison.Ordinal
        );
        Assert.Contains($"ok       subscription {azure.SubscriptionId}: 1 resource found.", run.Out, StringComparison.Ordinal);
        Assert.Contains("fault    management group unknown(eu): No permission to read", run.Out, StringComparison.Ordinal);
        // Azure permits parentheses in such a name, and shells act on them.
        Assert.Contains(
            "az role assignment create --assignee PRINCIPAL_ID --role \"Monitoring Reader\" --scope "
                + "\"/providers/Microsoft.Management/managementGroups/unknown(eu)\"\n",
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_doctor_warns_where_Resource_Graph_does_not_answer()
    {
        await using var azure = await StartAsync();
        azure.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.ResourceGraph });

        var run = await RunAsync(azure, "doctor", "--all-subscriptions");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("warning  readable subscriptions: " + Note, JoinLines(run.Out, "  "), StringComparison.Ordinal);
    }

    private static Task<LocalAzureHost> StartAsync() =>
        LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                OtherSubscriptions = [Other],
                ManagementGroups = [new("platform", [new LocalAzureOptions().SubscriptionId]), new("apart", [Other])],
                Resources = [new() { Name = "chat" }, new() { Name = "live", SubscriptionId = Other }],
            },
            TestContext.Current.CancellationToken
        );

    private Task<CliResult> RunAsync(LocalAzureHost azure, string command, params string[] options) =>
        CliResult.RunAsync(
            [command, "--endpoint", azure.Endpoint.ToString(), .. options],
            cli => cli with { Folder = folder.Path },
            TestContext.Current.CancellationToken
        );

    // Sentences wrap at the width of the terminal.
    private static string JoinLines(string text, string? keep = null) =>
        keep is null
            ? string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            : System.Text.RegularExpressions.Regex.Replace(text, @"\n +", " ", default, TimeSpan.FromSeconds(1));
}
