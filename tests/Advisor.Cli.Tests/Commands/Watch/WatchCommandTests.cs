using Advisor.Cli.Tests.World;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary><c>advisor watch</c> as a person runs it: the loopback Azure over HTTP, a real SQLite file.</summary>
public sealed class WatchCommandTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Theory]
    [InlineData("0.5", "0.5 simulated hours")]
    [InlineData("1", "1 simulated hour")]
    public async Task The_hours_that_are_simulated_are_stated_as_given(string hours, string stated)
    {
        var run = await RunAsync("watch", "--local", "--hours", hours, "--interval", "3600");
        Assert.Equal((ExitCodes.Success, $"advisor: {stated}, mode as configured, state kept in memory.\n"), (run.ExitCode, run.Error));
    }

    /// <summary>At 06:00, the trough of the day, ticker-outbound has too many units: without a switch its change is sent.</summary>
    [Theory]
    [InlineData("Advisor__Paused", "true", " (paused: nothing is applied)", "suppressed")]
    [InlineData("Advisor__Paused", "false", "", "applying")]
    [InlineData("Advisor__Paused", "", "", "applying")]
    [InlineData("Advisor__DryRun", "True", " (dry run: nothing is applied)", "dry run")]
    public async Task The_switches_of_the_environment_change_nothing_in_azure(string variable, string value, string stated, string handled)
    {
        var run = await CliResult.RunAsync(
            ["watch", "--local", "--mode", "auto", "--hours", "0.1"],
            cli => cli with { Folder = folder.Path, Environment = name => name == variable ? value : null },
            TestContext.Current.CancellationToken
        );

        Assert.Equal(
            (ExitCodes.Success, $"advisor: 0.1 simulated hours, mode auto{stated}, state kept in memory.\n"),
            (run.ExitCode, run.Error)
        );
        Assert.Contains($"06:00Z ticker-outbound: scale in to Standard_S1 x 6, {handled}. ", run.Out, StringComparison.Ordinal);
        Assert.Equal(handled == "applying", run.Out.Contains(", applying.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Advisor__Paused", "1")]
    [InlineData("Advisor__DryRun", "yes")]
    public async Task A_switch_that_is_misspelled_is_refused_and_not_ignored(string variable, string value)
    {
        var run = await CliResult.RunAsync(
            ["watch", "--local", "--mode", "auto", "--hours", "0.1"],
            cli => cli with { Folder = folder.Path, Environment = name => name == variable ? value : null },
            TestContext.Current.CancellationToken
        );

        Assert.Equal((ExitCodes.Usage, $"advisor: {variable} is '{value}'; it must be true or false.\n"), (run.ExitCode, run.Error));
    }

    [Theory]
    [InlineData("https://a.table.core.windows.net")]
    [InlineData("http://127.0.0.1:10002/devstoreaccount1?sig=SECRET")]
    public async Task The_address_of_a_table_service_is_not_taken_for_a_file(string state)
    {
        var run = await RunAsync("watch", "--local", "--hours", "0.1", "--state", state);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith(
            "advisor: --state is a file here: the state in a table service is that of the Functions app. 'advisor watch --help'",
            run.Error,
            StringComparison.Ordinal
        );
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    [Theory]
    [InlineData("Advisor__Mode", "observe", "is a setting of the Functions app and has no effect here: use --mode.")]
    [InlineData("Advisor__Interval", "00:05:00", "is a setting of the Functions app and has no effect here: use --interval.")]
    [InlineData("Advisor__Pause", "true", "is not a known setting: it has no effect.")]
    [InlineData(
        "Advisor__State__TableServiceUri",
        "https://a.table.core.windows.net",
        "is a setting of the Functions app and has no effect here: the state is a file, named by --state."
    )]
    [InlineData("ADVISOR__PAUSED", "true", "has no effect: the setting is Advisor__Paused.")]
    [InlineData("ADVISOR_PAUSED", "true", "has no effect: the setting is Advisor__Paused.")] // its name in the environment of azd
    [InlineData("ADVISOR_DRY_RUN", "true", "has no effect: the setting is Advisor__DryRun.")]
    [InlineData("ADVISOR_PORT", "tcp://10.0.0.1:80", null)] // Kubernetes sets it for a service
    [InlineData("Advisor__Paused", "true", null)]
    [InlineData("Advisor__Mode", "", null)]
    // Read by the channels of advisor.yaml.
    [InlineData("Advisor__WebhookUrl", "https://hooks.example.com/a", null)]
    [InlineData("Advisor__SigningKey", "0123456789abcdef0123456789abcdef", null)]
    [InlineData("Advisor__Password", "secret", null)]
    public async Task A_setting_of_the_environment_that_is_not_read_is_named_at_the_start(string variable, string value, string? stated)
    {
        folder.Write(
            "advisor.yaml",
            """
            channels:
              - { name: log, type: console }
              - { name: hook, type: webhook, address: "env:Advisor__WebhookUrl", signingKey: "env:Advisor__SigningKey" }
              - name: mail
                type: email
                host: localhost
                from: a@example.com
                to: [b@example.com]
                user: a
                password: env:Advisor__Password
            teams: [{ name: chat, channels: [log] }]
            routes: [{ team: chat }]
            """
        );
        var run = await CliResult.RunAsync(
            ["watch", "--local", "--hours", "0.1", "--interval", "3600"],
            cli =>
                cli with
                {
                    Folder = folder.Path,
                    Environment = name =>
                        name == variable ? value
                        : name == "Advisor__Paused" ? "false"
                        : null,
                    ListVariables = () => ["PATH", variable],
                },
            TestContext.Current.CancellationToken
        );

        var warning = stated is null ? "" : $"advisor: warning: {variable} {stated}\n";
        var paused = variable == "Advisor__Paused" ? " (paused: nothing is applied)" : "";
        Assert.Equal(
            (ExitCodes.Success, $"{warning}advisor: 0.1 simulated hours, mode as configured{paused}, state kept in memory.\n"),
            (run.ExitCode, run.Error)
        );
    }

    [Fact]
    public async Task Ten_simulated_hours_in_auto_leave_every_change_in_the_audit_trail_with_its_reasons_and_sizes_follow_the_load()
    {
        var file = Path.Combine(folder.Path, "state.db");
        var run = await RunAsync("watch", "--local", "--mode", "auto", "--hours", "10", "--interval", "300", "--state", file);
        Assert.Equal((ExitCodes.Success, "advisor: 10 simulated hours, mode auto, state " + file + ".\n"), (run.ExitCode, run.Error));

        using var store = SqliteStateStore.Open(file);
        var state = await AdvisorState.OpenAsync(store, 1, DateTimeOffset.UnixEpoch, CancellationToken.None);
        var applied = 0;
        foreach (var id in await ListResourcesAsync(state))
        {
            var (changes, decisions) = await ReadTrailAsync(state, id);
            applied += changes.Count;
            Assert.All(
                changes,
                change =>
                {
                    var decision = Assert.Single(decisions, d => d.ChangeId == change.Id);
                    Assert.NotEmpty(decision.Reasons);
                    Assert.Equal((change.FromUnits, change.ToUnits, AdvisorMode.Auto), (decision.FromUnits, decision.Units, decision.Mode));
                    Assert.Contains("\"reasons\":[{", decision.Details!, StringComparison.Ordinal);
                }
            );

            // Each change begins where the one before ended.
            var verified = changes.Where(c => c.State == ChangeState.Verified).Reverse().ToList();
            Assert.Equal(verified.Skip(1).Select(c => c.FromUnits), verified.SkipLast(1).Select(c => c.ToUnits));
            Assert.All(decisions.Where(d => d.Outcome == AuditOutcome.Applying), d => Assert.Contains(changes, c => c.Id == d.ChangeId));
        }

        Assert.Equal(applied, run.Out.Split('\n').Count(line => line.Contains(" verified. ", StringComparison.Ordinal)));

        // lobby: 4,700 connections, 40 % up and down, trough 03:00, peak 15:00, 900 to a unit at the target of 90 %. 06:00: 4,700 x (1 -
        // 0.4 x sin 45°) = 3,371, 3.7 units, and rising to the 5 that it has at 08:30, so the first change is to 6; 15:00: 6,580, so 8 are
        // needed.
        var lobby = (
            await ReadTrailAsync(
                state,
                (await ListResourcesAsync(state)).Single(id => id.EndsWith("/lobby-connections", StringComparison.Ordinal))
            )
        ).Changes;
        Assert.Equal(6, lobby[^1].ToUnits);
        Assert.Equal(8, lobby[0].ToUnits);
        Assert.DoesNotContain(await state.Outbox.ListOpenAsync(100, CancellationToken.None), item => item.Kind != OutboxKind.Alert);
        Assert.Equal(
            new DateTimeOffset(2026, 1, 5, 15, 55, 0, TimeSpan.Zero),
            (await state.Fleet.FindHeartbeatAsync(CancellationToken.None))!.Tick
        );
    }

    [Fact]
    public async Task Where_the_only_channel_is_dead_the_output_says_so()
    {
        // The port of a closed listener refuses connections.
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        var port = ((System.Net.IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();

        // The ten resources send their first messages within ten minutes, which are tried again; three failures in a row are an alert.
        var run = await RunAsync("watch", "--local", "--hours", "0.4", "--webhook", $"http://127.0.0.1:{port}/hook");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        var lines = run.Out.Split('\n');
        var sent = Assert
            .Single(lines.Index(), line => line.Item.EndsWith("Error: Delivery failing: webhook", StringComparison.Ordinal))
            .Index;
        Assert.StartsWith("  Consecutive failed deliveries to webhook: ", lines[sent + 1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Once_looks_at_every_resource_and_a_second_time_in_the_same_minute_at_none()
    {
        var file = Path.Combine(folder.Path, "state.db");
        var clock = new ManualTimeProvider(new DateTimeOffset(2026, 1, 5, 12, 0, 10, TimeSpan.Zero));
        var first = await RunAsync(clock, "watch", "--local", "--once", "--state", file);
        var second = await RunAsync(clock, "watch", "--local", "--once", "--state", file);

        Assert.Equal((ExitCodes.Success, string.Empty), (first.ExitCode, first.Error));
        Assert.Contains("hot-chat: scale out to Standard_S1 x 3, recommended.", first.Out, StringComparison.Ordinal);
        Assert.Equal((ExitCodes.Success, string.Empty), (second.ExitCode, second.Out));
    }

    [Theory]
    [InlineData(CallKind.List, "webPubSub")]
    [InlineData(CallKind.MetricSingle, "hot-chat")]
    public async Task Once_more_in_the_same_minute_says_by_its_exit_code_what_could_not_be_read(CallKind call, string resource)
    {
        var clock = new ManualTimeProvider(new DateTimeOffset(2026, 1, 5, 12, 0, 10, TimeSpan.Zero));
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = clock },
            TestContext.Current.CancellationToken
        );
        azure.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.MetricBatch });
        azure.Faults.Add(new Fault(FaultKind.Forbidden) { Call = call, Resource = resource });
        string[] watch = ["watch", "--once", "--endpoint", azure.Endpoint.ToString(), "--state", Path.Combine(folder.Path, "state.db")];

        var runs = new[] { await RunAsync(clock, watch), await RunAsync(clock, watch), await RunAsync(clock, watch) };

        Assert.All(runs, run => Assert.Equal(ExitCodes.Partial, run.ExitCode));
        Assert.All(runs, run => Assert.NotEqual(string.Empty, run.Out + run.Error));
    }

    [Fact]
    public async Task Without_an_interval_it_watches_every_minute()
    {
        await using var watch = new RunningCommand(folder.Path, new Dictionary<string, string>(), "watch", "--local");

        await Until.WaitAsync(() => watch.Error.Length > 0 || watch.HasEnded);

        Assert.StartsWith("advisor: watching every 60 s", watch.Error[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--hours requires --local or --endpoint.", "--hours", "3")]
    [InlineData("--hours must be a number from 0.1 to 1000, not 'nine'.", "--local", "--hours", "nine")]
    [InlineData("--hours must be a number from 0.1 to 1000, not '0'.", "--local", "--hours", "0")]
    [InlineData("--interval must be a whole number from 5 to 3600, not 'x'.", "--local", "--interval", "x")]
    [InlineData("--interval must be a whole number from 5 to 3600, not '1'.", "--local", "--interval", "1")]
    [InlineData("--mode must be observe, recommend, approve, autoUp or auto, not 'fast'.", "--local", "--mode", "fast")]
    [InlineData("--once runs one tick: omit --hours and --scenario.", "--local", "--once", "--hours", "1")]
    [InlineData(
        "the webhook must be an address that begins with https:// (http:// only on this machine).",
        "--local",
        "--once",
        "--webhook",
        "ftp://secret@host"
    )]
    [InlineData("no scope: use --subscription ID ('az account list -o table' shows yours), --all-subscriptions, ", "--once")]
    public async Task A_wrong_command_line_is_one_line_that_says_why(string reason, params string[] arguments)
    {
        var run = await RunAsync(["watch", .. arguments]);
        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
        Assert.DoesNotContain("secret", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_state_file_of_another_program_is_refused_and_left_alone()
    {
        var file = folder.Write("notes.db", "these are notes, and they are longer than a header of a database file would be");
        var run = await RunAsync("watch", "--local", "--once", "--state", file);
        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.StartsWith("advisor: the state: ", run.Error, StringComparison.Ordinal);
        Assert.StartsWith(
            "these are notes",
            await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken),
            StringComparison.Ordinal
        );
    }

    public void Dispose() => folder.Dispose();

    private static async Task<List<string>> ListResourcesAsync(AdvisorState state) =>
        [
            .. (await state.Snapshots.ListAsync(null, 1000, CancellationToken.None))
                .Snapshots.Select(s => ResourceSnapshot.Read(s.Version, s.Content)!.Id)
                .Order(StringComparer.Ordinal),
        ];

    private static async Task<(IReadOnlyList<ChangeRecord> Changes, IReadOnlyList<DecisionRecord> Decisions)> ReadTrailAsync(
        AdvisorState state,
        string id
    )
    {
        var (from, before) = (
            new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero),
            new DateTimeOffset(2026, 2, 1, 0, 0, 0, TimeSpan.Zero)
        );
        return (
            (await state.Changes.QueryAsync(id, new(from, before, null, 1000), CancellationToken.None)).Records,
            (await state.Decisions.QueryAsync(id, new(from, before, null, 1000), CancellationToken.None)).Records
        );
    }

    private Task<CliResult> RunAsync(params string[] args) => RunAsync(TimeProvider.System, args);

    private Task<CliResult> RunAsync(TimeProvider time, params string[] args) =>
        CliResult.RunAsync(args, cli => cli with { Time = time, Folder = folder.Path }, TestContext.Current.CancellationToken);
}
