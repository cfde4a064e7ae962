using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Advisor.Cli.Tests.World;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Timeline;
using Advisor.Tests;
using ModelContextProtocol.Protocol;

namespace Advisor.Cli.Tests.Commands.Mcp;

/// <summary><c>advisor mcp</c>, asked by the client of the protocol's library.</summary>
public sealed class McpCommandTests : IAsyncLifetime
{
    private readonly TemporaryFolder folder = new();
    private LocalAzureHost azure = null!;
    private McpConnection connection = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string State => Path.Combine(folder.Path, "state.db");

    public async ValueTask InitializeAsync()
    {
        azure = await LocalAzureHost.StartAsync(new LocalAzureOptions(), Cancellation);
        connection = await McpConnection.StartAsync(folder.Path, ListOptions(azure), Cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        await connection.DisposeAsync();
        await azure.DisposeAsync();
        folder.Dispose();
    }

    /// <summary>As an assistant starts it.</summary>
    [Fact]
    public async Task A_process_of_its_own_answers()
    {
        await connection.DisposeAsync();
        connection = await McpConnection.StartProgramAsync(folder.Path, ListOptions(azure), Cancellation);

        Assert.Contains("scale out to 3", await AskAsync("explain", ("resource", "hot-chat")), StringComparison.Ordinal);
    }

    // 2025-11-25 is the last version that begins with a handshake.
    [Theory]
    [InlineData("2025-06-18", "2025-06-18")]
    [InlineData("2026-07-28", "2025-11-25")]
    [InlineData("2099-01-01", "2025-11-25")]
    public async Task A_version_of_the_protocol_that_the_server_does_not_support_is_answered_with_one_that_it_does(
        string requested,
        string expected
    )
    {
        Pipe asked = new(),
            answered = new();
        var server = CliResult.RunAsync(
            ["mcp"],
            cli => cli with { OpenInput = () => asked.Reader.AsStream(), OpenOutput = () => answered.Writer.AsStream() },
            Cancellation
        );
        var initialize =
            """{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"clientInfo":{"name":"a","version":"1"},"""
            + $"\"protocolVersion\":\"{requested}\"}}}}";
        await asked.Writer.WriteAsync(Encoding.UTF8.GetBytes(initialize + "\n"), Cancellation);
        using var reader = new StreamReader(answered.Reader.AsStream());
        using var answer = JsonDocument.Parse((await reader.ReadLineAsync(Cancellation))!);
        await asked.Writer.CompleteAsync();
        await server;

        Assert.Equal(expected, answer.RootElement.GetProperty("result").GetProperty("protocolVersion").GetString());
    }

    [Fact]
    public async Task Each_tool_is_read_only_and_has_the_options_of_its_command_as_arguments()
    {
        var tools = (await connection.Client.ListToolsAsync(cancellationToken: Cancellation)).Select(tool => tool.ProtocolTool).ToList();

        Assert.Equal(["fleet", "resource", "explain", "what_if", "timeline", "plan"], tools.Select(tool => tool.Name));
        Assert.All(tools, tool => Assert.True(tool.Annotations?.ReadOnlyHint));
        var plan = tools.Single(tool => tool.Name == "plan").InputSchema.GetProperty("properties");
        Assert.Equal("integer", plan.GetProperty("connections").GetProperty("type").GetString());
        Assert.Equal("Client connections.", plan.GetProperty("connections").GetProperty("description").GetString());
        Assert.Equal(
            ["signalr", "webpubsub"],
            plan.GetProperty("service").GetProperty("enum").EnumerateArray().Select(value => value.GetString())
        );
        Assert.Equal("array", plan.GetProperty("mix").GetProperty("type").GetString());
    }

    [Fact]
    public async Task An_assistant_finds_a_resource_and_is_told_why_it_needs_its_size()
    {
        Assert.Contains("| hot-chat | westeurope | Standard_S1 x 2 |", await AskAsync("fleet"), StringComparison.Ordinal);

        var explained = await AskAsync("explain", ("resource", "hot-chat"));
        Assert.Contains("scale out to 3", explained, StringComparison.Ordinal);
        Assert.DoesNotContain("idle-staging", explained, StringComparison.Ordinal);

        using var json = JsonDocument.Parse(await AskAsync("resource", ("resource", "hot-chat")));
        Assert.Equal("hot-chat", Assert.Single(json.RootElement.GetProperty("resources").EnumerateArray()).GetProperty("name").GetString());

        var half = await AskAsync("what_if", ("resource", "hot-chat"), ("change", "connections=-50%"));
        Assert.Contains("connections -50", half, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_resource_that_is_named_by_its_id_is_read_alone()
    {
        var id = $"/subscriptions/{azure.SubscriptionId}/resourceGroups/advisor-local/providers/Microsoft.SignalRService/SignalR/hot-chat";

        Assert.Contains("scale out to 3", await AskAsync("explain", ("resource", id)), StringComparison.Ordinal);

        Assert.Equal(0, azure.Calls[CallKind.List]);
    }

    [Fact]
    public async Task A_load_that_does_not_run_yet_is_planned()
    {
        // 5,000 echo clients with 2,048 B a second: the guide's example.
        var plan = await AskAsync("plan", ("useCase", "echo"), ("connections", 5000), ("messageBytes", 2048), ("interval", 1));

        Assert.StartsWith("# Plan: Standard_S1 x ", plan, StringComparison.Ordinal);
        // A serverless app has no app servers, to which no message is sent.
        Assert.Contains("App servers", plan, StringComparison.Ordinal);
        Assert.DoesNotContain(
            "App servers",
            await AskAsync(
                "plan",
                ("useCase", "echo"),
                ("connections", 5000),
                ("messageBytes", 2048),
                ("interval", 1),
                ("mode", "serverless")
            ),
            StringComparison.Ordinal
        );
        // JSON has one kind of number: 5e3 is 5000.
        using var number = JsonDocument.Parse("[5e3, 2048.0]");
        Assert.Equal(
            plan,
            await AskAsync(
                "plan",
                ("useCase", "echo"),
                ("connections", number.RootElement[0]),
                ("messageBytes", number.RootElement[1]),
                ("interval", 1),
                ("units", null) // as assistants do that give every argument
            )
        );
    }

    [Fact]
    public async Task The_timeline_is_that_of_the_state()
    {
        Assert.Contains("not found: set --state", await FailAsync("timeline"), StringComparison.Ordinal);

        string[] target = ["--endpoint", azure.Endpoint.AbsoluteUri, "--subscription", azure.SubscriptionId];
        Assert.Equal(
            ExitCodes.Success,
            (await CliResult.RunAsync(["watch", .. target, "--once", "--mode", "auto", "--state", State])).ExitCode
        );

        Assert.Contains("lobby-connections: S1 x 5 to S1 x 6", await AskAsync("timeline"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("explain", "size", "3", "explain has no argument 'size'; it has resource.")]
    [InlineData("what_if", "resource", "hot-chat", "what_if requires change.")]
    [InlineData("explain", "resource", null, "explain requires resource.")]
    [InlineData("plan", "service", "email", "advisor: --service must be one of signalr, webpubsub, not 'email'.")]
    // An option that is hidden in a value is a value.
    [InlineData("explain", "resource", "--rules=/etc", "advisor: there is no resource '--rules=/etc' among the 10 that were found.")]
    public async Task A_call_that_does_not_fit_is_answered_with_what_would(string tool, string argument, string? value, string error) =>
        Assert.StartsWith(error, await FailAsync(tool, (argument, value)), StringComparison.Ordinal);

    /// <summary>A resource takes about 350 characters: 200 are more than an assistant accepts, and the table comes first.</summary>
    [Fact]
    public async Task An_answer_about_many_resources_ends_after_the_table_and_says_how_to_ask_for_less()
    {
        const int Resources = 200;
        await using var large = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Resources = LocalScenario.CreateMany(Resources) },
            Cancellation
        );
        await connection.DisposeAsync();
        connection = await McpConnection.StartAsync(folder.Path, ListOptions(large), Cancellation);

        var answer = await AskAsync("fleet");

        Assert.Equal(Resources, answer.Split('\n').Count(line => line.StartsWith("| local-", StringComparison.Ordinal)));
        Assert.InRange(answer.Length, 50_000, 60_500);
        Assert.EndsWith("(only, resourceGroup, tag) or ask about one (explain).", answer, StringComparison.Ordinal);
    }

    /// <summary>300 alerts of more than 200 characters each.</summary>
    [Fact]
    public async Task A_long_timeline_says_with_which_of_its_own_arguments_it_is_shorter()
    {
        using (var store = SqliteStateStore.Open(State))
        {
            var now = DateTimeOffset.UtcNow;
            var state = await AdvisorState.OpenAsync(store, 1, now, Cancellation);
            var chat = $"/subscriptions/{azure.SubscriptionId}/r/chat";
            for (var i = 0; i < 300; i++)
            {
                var at = now.AddMinutes(-1 - i);
                var alert = new TimelineAlert
                {
                    DedupKey = "a",
                    Kind = AlertEventKind.Fired,
                    Condition = "connectionsHigh",
                    Severity = AlertSeverity.Warning,
                    SubjectKind = AlertSubjectKind.Resource,
                    SubjectName = "chat",
                    Since = at,
                    Text = new string('x', 200),
                };
                var timelineEvent = new TimelineEvent
                {
                    Scope = chat,
                    At = at,
                    Alert = alert,
                };
                Assert.True((await state.BeginCommit(chat).Record(timelineEvent, $"e{i}").RunAsync(Cancellation)).IsCommitted);
            }
        }

        var answer = await AskAsync("timeline", ("limit", 300));

        Assert.EndsWith("The answer goes on. For less of it, set resource, since or limit.", answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_timeline_has_the_events_of_the_subscriptions_of_the_server_alone()
    {
        using (var store = SqliteStateStore.Open(State))
        {
            var now = DateTimeOffset.UtcNow;
            var state = await AdvisorState.OpenAsync(store, 1, now, Cancellation);
            foreach (
                var (subscription, name) in new[] { (azure.SubscriptionId.ToUpperInvariant(), "chat"), ($"{Guid.NewGuid()}", "other") }
            )
            {
                var id = $"/subscriptions/{subscription}/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}";
                var timelineEvent = new TimelineEvent
                {
                    Scope = id,
                    At = now.AddMinutes(-1),
                    Alert = new TimelineAlert
                    {
                        DedupKey = name,
                        Kind = AlertEventKind.Fired,
                        Condition = "connectionsHigh",
                        Severity = AlertSeverity.Warning,
                        SubjectKind = AlertSubjectKind.Resource,
                        SubjectName = name,
                        Since = now.AddMinutes(-1),
                        Text = $"alert of {name}",
                    },
                };
                Assert.True((await state.BeginCommit(id).Record(timelineEvent, "e").RunAsync(Cancellation)).IsCommitted);
            }
        }

        var answer = await AskAsync("timeline");

        Assert.Contains("alert of chat", answer, StringComparison.Ordinal);
        Assert.DoesNotContain("other", answer, StringComparison.Ordinal);
    }

    /// <summary>On a slow Azure the command line shows its progress, which is no part of an answer.</summary>
    [Fact]
    public async Task An_error_after_seconds_is_the_error_alone()
    {
        azure.Faults.Add(
            new Fault(FaultKind.Delay)
            {
                Call = CallKind.List,
                Delay = TimeSpan.FromSeconds(4),
                Times = 1,
            }
        );

        Assert.StartsWith(
            "advisor: there is no resource 'none'",
            await FailAsync("explain", ("resource", "none")),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_Azure_that_refuses_is_an_error_with_its_cause()
    {
        azure.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.List });

        var said = await FailAsync("fleet");

        Assert.Contains("could not be read", said, StringComparison.Ordinal);
        Assert.Contains("Monitoring Reader", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_id_that_leads_to_another_subscription_is_not_read()
    {
        var id = $"/subscriptions/{azure.SubscriptionId}/../{Guid.NewGuid()}/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/x";
        var calls = azure.Calls.Total;

        Assert.Contains(
            "is not the id of a SignalR or Web PubSub resource",
            await FailAsync("explain", ("resource", id)),
            StringComparison.Ordinal
        );

        Assert.Equal(calls, azure.Calls.Total);
    }

    private string[] ListOptions(LocalAzureHost host) =>
        ["--endpoint", host.Endpoint.AbsoluteUri, "--subscription", host.SubscriptionId, "--state", State];

    private async Task<string> AskAsync(string tool, params (string Name, object? Value)[] arguments)
    {
        var (text, isError) = await CallAsync(tool, arguments);
        Assert.False(isError, text);
        return text;
    }

    private async Task<string> FailAsync(string tool, params (string Name, object? Value)[] arguments)
    {
        var (text, isError) = await CallAsync(tool, arguments);
        Assert.True(isError, text);
        return text;
    }

    private async Task<(string Text, bool IsError)> CallAsync(string tool, (string Name, object? Value)[] arguments)
    {
        var answer = await connection.Client.CallToolAsync(
            tool,
            arguments.ToDictionary(argument => argument.Name, argument => argument.Value),
            cancellationToken: Cancellation
        );
        return (string.Join('\n', answer.Content.OfType<TextContentBlock>().Select(block => block.Text)), answer.IsError == true);
    }
}
