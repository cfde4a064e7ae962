using System.Text.Json;
using Advisor.Configuration.Routing;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Doctor;

/// <summary><c>advisor doctor</c> against the loopback Azure, with and without faults.</summary>
public sealed class DoctorCommandTests : IDisposable
{
    private const string Channels = """
        channels:
          - { name: out, type: console }
          - { name: hook, type: webhook, address: env:HOOK }
        teams:
          - { name: chat, channels: [out, hook] }
        routes:
          - { team: chat }
        """;

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task All_is_well_with_the_loopback_azure_and_complete_channels()
    {
        folder.Write("advisor.yaml", Channels);

        var run = await RunAsync("https://hooks.example.com/a", "doctor", "--local");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Golden.AssertMatches("Advisor.Cli.Tests", "doctor.txt", HidePort(run.Out));
    }

    [Fact]
    public async Task A_channel_of_reports_alone_is_not_said_to_be_unused()
    {
        folder.Write(
            "advisor.yaml",
            """
            channels:
              - { name: out, type: console }
              - { name: spare, type: console }
              - { name: mail, type: email, host: localhost, from: a@example.com, to: [b@example.com] }
            teams: [{ name: chat, channels: [out] }]
            routes: [{ team: chat }]
            reports: [{ name: weekly, day: mon, at: "08:00", timeZone: UTC }]
            """
        );

        var run = await RunAsync(null, "doctor", "--local");

        Assert.Contains("channel spare: Complete (console), but no team or report uses it.\n", run.Out, StringComparison.Ordinal);
        Assert.Contains("channel mail: Complete (email), for reports alone.\n", run.Out, StringComparison.Ordinal);
    }

    // A person pastes the command; the file may be another person's.
    [Theory]
    [InlineData("on-call.eu", "on-call.eu")]
    [InlineData("on call", "\"on call\"")]
    [InlineData("a;id", "\"a;id\"")]
    [InlineData("a $(id)", "'a $(id)'")]
    [InlineData("it's $HOME", "'it'\\''s $HOME'")]
    [InlineData("on call\\", "'on call\\'")]
    public async Task A_name_in_a_suggested_command_is_one_word_to_a_shell(string team, string word)
    {
        var name = team.Replace(@"\", @"\\", StringComparison.Ordinal);
        folder.Write(
            "advisor.yaml",
            $$"""
            channels: [{ name: out, type: console }]
            teams: [{ name: "{{name}}", channels: [out] }]
            routes: [{ team: "{{name}}" }]
            """
        );

        var run = await RunAsync(null, "doctor", "--local");

        var unwrapped = run.Out.Replace("\n         ", " ", StringComparison.Ordinal);
        word = OperatingSystem.IsWindows() ? word.Replace("'\\''", "''", StringComparison.Ordinal) : word;
        Assert.Contains($"--team {word} --channel out'", unwrapped, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_missing_secret_and_a_private_address_are_faults_with_the_command_that_mends_them()
    {
        folder.Write("advisor.yaml", Channels);

        var missing = await RunAsync(null, "doctor", "--local");
        var unreachable = await RunAsync("https://127.0.0.1/a", "doctor", "--local");

        Assert.Equal((ExitCodes.CheckFailed, ExitCodes.CheckFailed), (missing.ExitCode, unreachable.ExitCode));
        Assert.Contains(
            "fault    channel hook: env:HOOK is not set; put the address of the receiver there.\n",
            missing.Out,
            StringComparison.Ordinal
        );
        Assert.Contains($"           {FormatCommand("env:HOOK")}\n", missing.Out, StringComparison.Ordinal);
        Assert.Contains("fault    channel hook: env:HOOK must not be a private", unreachable.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_sets_the_secret_that_is_missing_and_not_the_one_that_is_there()
    {
        folder.Write("advisor.yaml", Channels.Replace("env:HOOK", "env:HOOK, signingKey: env:HOOK_KEY", StringComparison.Ordinal));

        var run = await RunAsync("https://hooks.example.com/a", "doctor", "--local");

        Assert.Contains(
            $"fault    channel hook: env:HOOK_KEY is not set; put the key there.\n           {FormatCommand("env:HOOK_KEY")}\n",
            run.Out,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain(FormatCommand("env:HOOK") + "\n", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_subscription_that_may_not_be_read_is_a_fault_with_the_role_assignment()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.Forbidden));

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId);

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        Assert.Contains($"fault    subscription {azure.SubscriptionId}: ", run.Out, StringComparison.Ordinal);
        Assert.Contains(
            "az role assignment create --assignee PRINCIPAL_ID --role \"Monitoring Reader\" --scope "
                + $"/subscriptions/{azure.SubscriptionId}\n",
            run.Out,
            StringComparison.Ordinal
        );
    }

    // Each of the two lists, of SignalR and of Web PubSub, is asked for once: a person waits for the answer of every other check.
    [Fact]
    public async Task A_subscription_that_is_throttled_is_reported_at_once_and_not_waited_for()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.Throttle) { Call = CallKind.List, RetryAfterSeconds = 11 });

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId);

        Assert.Contains("(429 TooManyRequests): try again in 11 s", JoinLines(run.Out), StringComparison.Ordinal);
        Assert.InRange(azure.Calls[CallKind.List], 1, 2);
    }

    [Fact]
    public async Task A_metric_that_azure_cannot_provide_is_no_missing_right()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.MetricError) { Metric = "ServerLoad" });

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId);

        Assert.Contains("Azure Monitor could not provide ServerLoad", JoinLines(run.Out), StringComparison.Ordinal);
        Assert.DoesNotContain("role assignment", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Channels_are_added_to_the_settings_that_are_there_and_not_by_a_command_that_replaces_them()
    {
        var bare = await RunAsync(null, "doctor", "--local");
        folder.Write("advisor.yaml", "defaults: { mode: recommend }");
        var run = await RunAsync(null, "doctor", "--local");

        Assert.Contains("by 'advisor watch' only. advisor init ", JoinLines(bare.Out), StringComparison.Ordinal);
        Assert.Contains(
            "by 'advisor watch' only. Add channels, teams and routes to advisor.yaml.",
            JoinLines(run.Out),
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("advisor init", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_provider_that_is_not_registered_is_a_fault_with_the_command_that_registers_it()
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { UnregisteredProviders = ["Microsoft.Insights", "Microsoft.App"] },
            TestContext.Current.CancellationToken
        );

        var run = await RunAsync(
            null,
            "doctor",
            "--endpoint",
            azure.Endpoint.ToString(),
            "--subscription",
            azure.SubscriptionId,
            "--app-subscription",
            azure.SubscriptionId
        );

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        foreach (var provider in new[] { "Microsoft.Insights", "Microsoft.App" })
        {
            Assert.Contains(
                $"fault {provider} in {azure.SubscriptionId}: The resource provider is not registered (NotRegistered). "
                    + $"az provider register --namespace {provider} --subscription {azure.SubscriptionId} ",
                JoinLines(run.Out),
                StringComparison.Ordinal
            );
        }
    }

    [Theory]
    [InlineData("auto", "fault changes of SignalR in ", "may not change the size of")]
    [InlineData("recommend", "ok changes of SignalR in ", "may not change sizes, and no mode here does")]
    public async Task A_missing_right_to_change_sizes_is_a_fault_where_a_mode_needs_it(string mode, string check, string text)
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { PermittedActions = ["*/read"] },
            TestContext.Current.CancellationToken
        );
        folder.Write("advisor.yaml", $"defaults: {{ mode: {mode} }}");

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId);

        Assert.Equal(mode == "auto" ? ExitCodes.CheckFailed : ExitCodes.Success, run.ExitCode);
        Assert.Contains(check + azure.SubscriptionId, JoinLines(run.Out), StringComparison.Ordinal);
        Assert.Contains(text, JoinLines(run.Out), StringComparison.Ordinal);
        Assert.Equal(
            mode == "auto",
            run.Out.Contains("az role assignment create --assignee PRINCIPAL_ID --role \"SignalR/Web PubSub", StringComparison.Ordinal)
        );
    }

    // A role of one's own that names the resources and not their geo-replicas.
    [Fact]
    public async Task A_missing_right_to_change_geo_replicas_is_a_fault_of_its_own()
    {
        var resource = new LocalResourceSpec
        {
            Name = "chat",
            Sku = "Premium_P1",
            Units = 2,
            Replicas = [new LocalReplicaSpec("chat-east", "eastus")],
        };
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Resources = [resource], PermittedActions = ["*/read", "Microsoft.SignalRService/SignalR/write"] },
            TestContext.Current.CancellationToken
        );
        folder.Write("advisor.yaml", "defaults: { mode: auto }");

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId);

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        var text = JoinLines(run.Out);
        Assert.Contains($"ok changes of SignalR in {azure.SubscriptionId}: ", text, StringComparison.Ordinal);
        Assert.Contains(
            $"fault changes of SignalR/replicas in {azure.SubscriptionId}: This sign-in may not change the size of chat/chat-east, as its "
                + "mode asks.",
            text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_app_subscription_that_is_no_id_is_a_wrong_option()
    {
        var run = await RunAsync(null, "doctor", "--local", "--app-subscription", "prod");

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Contains("--app-subscription must be the GUID that 'az account list' shows.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_bad_file_and_a_missing_state_are_faults_and_the_other_checks_still_run()
    {
        folder.Write("advisor.yaml", "defaults: { mode: automatic }");

        var run = await RunAsync(null, "doctor", "--local", "--state", "none.db", "--output", "json");

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        using var json = JsonDocument.Parse(run.Out);
        Assert.False(json.RootElement.GetProperty("ok").GetBoolean());
        var status = json
            .RootElement.GetProperty("checks")
            .EnumerateArray()
            .ToDictionary(c => c.GetProperty("check").GetString()!, c => c.GetProperty("status").GetString());
        Assert.Equal(("fault", "fault", "ok"), (status["configuration"], status["state"], status["sign-in"]));
        Assert.Contains(status, check => check.Key.StartsWith("metrics of", StringComparison.Ordinal) && check.Value == "ok");
    }

    // A stop after failed changes, a pause for a load test, and a pin that nobody ended.
    [Fact]
    public async Task What_people_have_stopped_paused_and_pinned_is_named()
    {
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "our state.db")))
        {
            var now = DateTimeOffset.UtcNow;
            var state = await AdvisorState.OpenAsync(store, 1, now, TestContext.Current.CancellationToken);
            foreach (var (name, until) in new[] { ("chat", now.AddHours(4)), ("orders", (DateTimeOffset?)null) })
            {
                var id = $"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}";
                var pause = new ScalingPause
                {
                    ResourceId = id,
                    Scaling = PausedScaling.All,
                    Author = "dana",
                    Reason = "load test",
                    At = now,
                    Until = until,
                };
                var listed = SampleResource.CreateWithId(id);
                var commit = state.BeginCommit(id).Save(Snapshot.Create(listed, now));
                await commit.Save(pause).RunAsync(TestContext.Current.CancellationToken);
            }

            await state.Fleet.PauseAsync(new PauseMark("advisor", "3 changes failed.", now), TestContext.Current.CancellationToken);
        }

        var run = await RunAsync(null, "doctor", "--local", "--state", "our state.db");

        var text = JoinLines(run.Out);
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Matches(
            "warning changes: Stopped since .* UTC, by advisor: 3 changes failed. advisor resume .* --state \"our state.db\"",
            text
        );
        Assert.Contains(
            "warning pauses: People have paused or pinned 2 resources, 1 without an end: chat, orders. "
                + "advisor pause list --state \"our state.db\"",
            text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_azure_that_does_not_answer_is_a_fault_and_nothing_behind_it_is_checked()
    {
        var run = await RunAsync(null, "doctor", "--endpoint", "http://127.0.0.1:1");

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        Assert.Contains(
            "fault endpoint: 127.0.0.1:1 did not answer: is 'advisor local' running there? curl -I http://127.0.0.1:1 ",
            JoinLines(run.Out).Replace("curl.exe", "curl", StringComparison.Ordinal),
            StringComparison.Ordinal
        );
        Assert.Contains("subscriptions: Not checked", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_mends_a_file_names_the_file_that_was_checked()
    {
        folder.Write("our.yaml", "nonsense: true\n");
        folder.Write("our rules/policy.yaml", "nonsense: true\n");

        var run = await RunAsync(null, "doctor", "--local", "--config", "our.yaml", "--rules", "our rules");

        Assert.Contains(" advisor rules validate --rules \"our rules\" ", JoinLines(run.Out), StringComparison.Ordinal);
        Assert.Contains(" advisor config check --config our.yaml --rules \"our rules\" ", JoinLines(run.Out), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_endpoint_whose_subscriptions_cannot_be_listed_is_not_mended_by_a_new_file()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.ServerError) { Call = CallKind.Subscriptions });
        folder.Write("advisor.yaml", "defaults: { mode: recommend }");

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString());

        // advisor init would refuse, too: there is a file already.
        Assert.Contains("fault subscriptions: ", JoinLines(run.Out), StringComparison.Ordinal);
        Assert.DoesNotContain("advisor init", run.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("costs: actual", "*", "ok costs of ")]
    [InlineData("costs: actual", "Microsoft.SignalRService/*", "warning costs of ")]
    [InlineData("costs: estimate", "Microsoft.SignalRService/*", null)]
    public async Task The_right_to_read_costs_is_checked_where_they_are_asked_for(string costs, string permitted, string? check)
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { PermittedActions = [permitted, "Microsoft.Insights/*"] },
            TestContext.Current.CancellationToken
        );
        folder.Write("advisor.yaml", costs + "\n");

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId);

        // The estimate works without the right: it is no fault.
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(check is not null, JoinLines(run.Out).Contains($"costs of {azure.SubscriptionId}", StringComparison.Ordinal));
        Assert.Contains(check ?? "", JoinLines(run.Out), StringComparison.Ordinal);
        Assert.Equal(
            check?.StartsWith("warning", StringComparison.Ordinal) == true,
            run.Out.Contains("--role \"Cost Management Reader\" --scope", StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("", "doctor", "--local")]
    [InlineData("", "evaluate", "--local", "--wide")]
    [InlineData("", "watch", "--local", "--once")]
    // A part of the fleet: the name may be right elsewhere.
    [InlineData("scope: { subscriptions: [00000000-0000-4000-8000-00000000ad02] }", "doctor", "--local")]
    [InlineData("scope: { subscriptions: [00000000-0000-4000-8000-00000000ad02] }", "evaluate", "--local", "--wide")]
    [InlineData("scope: { subscriptions: [00000000-0000-4000-8000-00000000ad02] }", "watch", "--local", "--once")]
    public async Task A_misspelled_name_in_the_configuration_is_noted_once_by_what_lists_the_whole_fleet(
        string scope,
        params string[] command
    )
    {
        folder.Write("advisor.yaml", $"{scope}\nresources: [{{ match: hot-chta, maxUnits: 2 }}]\n");

        var run = await RunAsync(null, command);

        const string note = "resources[0].match: 'hot-chta' matches none of the 10 resources; did you mean 'hot-chat'?";
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(scope.Length == 0 ? 1 : 0, JoinLines(run.Out).Split(note).Length - 1);
    }

    private static string FormatCommand(string secret) => SecretReference.Parse(secret)!.FormatCommand(OperatingSystem.IsWindows());

    private Task<CliResult> RunAsync(string? hook, params string[] arguments) =>
        CliResult.RunAsync(
            arguments,
            cli => cli with { Folder = folder.Path, Environment = name => name == "HOOK" ? hook : null },
            TestContext.Current.CancellationToken
        );

    // Sentences wrap at the width of the terminal.
    private static string JoinLines(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    // The loopback Azure takes any free port.
    private static string HidePort(string text) =>
        System.Text.RegularExpressions.Regex.Replace(text, @"127\.0\.0\.1:\d+", "127.0.0.1:PORT", default, TimeSpan.FromSeconds(1));
}
