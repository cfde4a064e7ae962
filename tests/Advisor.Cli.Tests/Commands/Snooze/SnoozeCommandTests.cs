using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Snooze;

public sealed class SnoozeCommandTests : IDisposable
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder folder = new();

    private string State => Path.Combine(folder.Path, "advisor-state.db");

    [Theory]
    [InlineData(Chat)]
    [InlineData("CHAT")]
    public async Task A_recommendation_is_snoozed_by_id_or_by_name_and_sent_again(string resource)
    {
        await RememberAsync(AuditOutcome.Recommended);

        var run = await RunAsync("snooze", resource, "--for", "7d", "--reason", "kept for the opening", "--author", "dana");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Equal(
            $"{Chat}: Standard_S1 x 10, recommended Standard_S1 x 5: snoozed until 2026-01-12 08:00Z. "
                + "It returns when either size changes by more than 10 %.\n",
            run.Out
        );
        var kept = (await SnoozeAsync())!;
        Assert.Equal(
            ("dana", "kept for the opening", 10, 5, Now.AddDays(7)),
            (kept.Author, kept.Reason, kept.FromUnits, kept.Units, kept.Until)
        );

        var ended = await RunAsync("snooze", resource, "--end");
        Assert.Equal((ExitCodes.Success, $"{Chat} is no longer snoozed.\n"), (ended.ExitCode, ended.Out));
        Assert.Null(await SnoozeAsync());
        using var store = SqliteStateStore.Open(State);
        var state = await AdvisorState.OpenAsync(store, 1, Now, TestContext.Current.CancellationToken);
        var lines = await state.Decisions.QueryAsync(
            Chat,
            new(Now.AddHours(-1), Now.AddHours(1), null, 10),
            TestContext.Current.CancellationToken
        );
        Assert.Equal((AuditOutcome.SnoozeEnded, "tester"), (lines.Records[0].Outcome, lines.Records[0].Actor));
        Assert.Equal($"{Chat} was not snoozed.\n", (await RunAsync("snooze", resource, "--end")).Out);
        Assert.Equal(
            $"{{\n  \"resource\": \"{Chat}\",\n  \"ended\": false\n}}\n",
            (await RunAsync("snooze", resource, "--end", "-o", "json")).Out
        );
    }

    [Fact]
    public async Task Without_a_time_it_is_dismissed_and_programs_get_JSON()
    {
        await RememberAsync(AuditOutcome.AwaitingApproval);

        var run = await RunAsync("snooze", Chat, "--reason", "reserved capacity", "-o", "json");

        using var json = JsonDocument.Parse(run.Out);
        Assert.Equal(
            (JsonValueKind.Null, "tester"),
            (json.RootElement.GetProperty("until").ValueKind, json.RootElement.GetProperty("author").GetString())
        );
        Assert.Equal(5, json.RootElement.GetProperty("recommended").GetProperty("units").GetInt32());
    }

    [Fact]
    public async Task What_a_dry_run_would_apply_can_be_snoozed()
    {
        await RememberAsync(AuditOutcome.DryRun);

        Assert.Equal(ExitCodes.Success, (await RunAsync("snooze", Chat, "--reason", "reserved capacity")).ExitCode);
    }

    [Theory]
    [InlineData(ExitCodes.NotFound, "there is no recommendation for '" + Chat + "'", AuditOutcome.Held, Chat, "--reason", "x")]
    [InlineData(ExitCodes.NotFound, "the state has no resource 'chess'", AuditOutcome.Recommended, "chess", "--reason", "x")]
    [InlineData(ExitCodes.Usage, "Specify --reason or --end.", AuditOutcome.Recommended, Chat)]
    [InlineData(ExitCodes.Usage, "--end takes no --reason and no --for.", AuditOutcome.Recommended, Chat, "--end", "--reason", "x")]
    [InlineData(ExitCodes.Usage, "--end takes no --reason and no --for.", AuditOutcome.Recommended, Chat, "--end", "--for", "3d")]
    [InlineData(ExitCodes.Usage, "--reason must be a text of 1 to 500 characters.", AuditOutcome.Recommended, Chat, "--reason", " ")]
    [InlineData(
        ExitCodes.Usage,
        "--for is at most 90d; without --for the recommendation is dismissed",
        AuditOutcome.Recommended,
        Chat,
        "--reason",
        "x",
        "--for",
        "91d"
    )]
    [InlineData(
        ExitCodes.Usage,
        "--for must be a duration such as 30m, 2h or 3d, not 'long'.",
        AuditOutcome.Recommended,
        Chat,
        "--reason",
        "x",
        "--for",
        "long"
    )]
    public async Task A_wrong_command_line_is_one_line_that_says_why(int code, string reason, AuditOutcome outcome, params string[] args)
    {
        await RememberAsync(outcome);

        var run = await RunAsync(["snooze", .. args]);

        Assert.Equal(code, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, Assert.Single(run.Error.TrimEnd('\n').Split('\n')), StringComparison.Ordinal);
        Assert.Null(await SnoozeAsync());
    }

    public void Dispose() => folder.Dispose();

    // What watch leaves of a resource that has 10 units and is to have 5.
    private async Task RememberAsync(AuditOutcome outcome)
    {
        using var store = SqliteStateStore.Open(State);
        var state = await AdvisorState.OpenAsync(store, 1, Now, TestContext.Current.CancellationToken);
        var resource = SampleResource.CreateWithId(Chat, 10);
        await state.Snapshots.SaveAsync(Chat, Snapshot.Create(resource, Now), TestContext.Current.CancellationToken);
        await state
            .BeginCommit(Chat)
            .Append(
                new DecisionRecord
                {
                    ResourceId = Chat,
                    Tick = Now.AddMinutes(-5),
                    Action = ScalingAction.ScaleIn,
                    Outcome = outcome,
                    FromSku = "Standard_S1",
                    FromUnits = 10,
                    Sku = "Standard_S1",
                    Units = 5,
                }
            )
            .RunAsync(TestContext.Current.CancellationToken);
    }

    private async Task<RecommendationSnooze?> SnoozeAsync()
    {
        using var store = SqliteStateStore.Open(State);
        return (
            await (await AdvisorState.OpenAsync(store, 1, Now, TestContext.Current.CancellationToken)).LoadAsync(
                Chat,
                TestContext.Current.CancellationToken
            )
        ).Snooze;
    }

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(
            args,
            cli =>
                cli with
                {
                    Folder = folder.Path,
                    Time = new ManualTimeProvider(Now),
                    Environment = name => name == "USER" ? "tester" : null,
                },
            TestContext.Current.CancellationToken
        );
}
