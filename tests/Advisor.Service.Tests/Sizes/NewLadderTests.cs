using System.Text;
using Advisor.Azure;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Service.Sizes;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Sizes;

/// <summary>A service on a loopback Azure that sells a size which the rules do not have.</summary>
public sealed class NewLadderTests
{
    private static readonly int[] Offered = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100];

    private const string Start = """{"value":[{"resourceType":"Microsoft.SignalRService/SignalR","sku":{"name":"Standard_S1"}""";

    private readonly ManualTimeProvider time = new(new DateTimeOffset(2026, 1, 5, 8, 0, 30, TimeSpan.Zero));
    private readonly List<string> lines = [];

    // 9,600 connections at a target of 90 % need 10.7 units: 15 where they are offered, 20 by the rules.
    [Theory]
    [InlineData(true, 15)]
    [InlineData(false, 20)]
    public async Task A_new_size_is_bought_once_Azure_offers_it_and_the_origin_is_said_once(bool readsSizes, int units)
    {
        var azure = await RunAsync(readsSizes, (_, body) => body);

        Assert.Equal(units, azure.Units);
        Assert.Equal(readsSizes ? 1 : 0, azure.Calls);
        const string note = "Azure offers other sizes of Standard_S1 in westeurope than the rules have: also 15 (read on 2026-01-05).";
        Assert.Equal(readsSizes ? 1 : 0, lines.Count(line => line.Contains(note, StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(Start + ""","capacity":{"allowedValues":[]}}]}""")]
    [InlineData(Start + ""","capacity":{"allowedValues":[1,2,10,15,"20"]}}]}""")] // the others alone would be believed
    [InlineData(Start + "}]}")]
    [InlineData("""{"value":[]}""")]
    [InlineData("[]")]
    [InlineData("{\"value\":[{")]
    [Fault("arm-skus")]
    public async Task A_broken_answer_leaves_the_sizes_of_the_rules(string answer) =>
        Assert.Equal(20, (await RunAsync(true, (call, body) => call == CallKind.Skus ? Encoding.UTF8.GetBytes(answer) : body)).Units);

    private async Task<(int Units, long Calls)> RunAsync(bool readsSizes, Func<CallKind, byte[], byte[]> rewrite)
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = time,
                ScalingTime = TimeSpan.Zero,
                OfferedUnits = new Dictionary<string, IReadOnlyList<int>> { ["Standard_S1"] = Offered },
                Rewrite = (call, _, body) => rewrite(call, body),
                Resources =
                [
                    new()
                    {
                        Name = "chat",
                        Units = 10,
                        Load = new LocalLoad { Connections = 9600, DailyWave = 0 },
                    },
                ],
            },
            TestContext.Current.CancellationToken
        );
        using var connection = AzureConnection.Create(new AzureOptions { Endpoint = azure.Endpoint, Time = time });
        var state = await AdvisorState.OpenAsync(new MemoryStateStore(), 1, time.GetUtcNow(), TestContext.Current.CancellationToken);
        var setup = new ServiceSetup
        {
            Options = new ServiceOptions
            {
                Scope = new FleetScope { Subscriptions = [azure.SubscriptionId] },
                Mode = AdvisorMode.Auto,
                HistoryBackfill = TimeSpan.Zero,
            },
            State = state,
            Fleet = connection.Fleet,
            Metrics = connection.Metrics,
            Rules = RuleSetLoader.Embedded,
            Sizes = readsSizes ? new SizeBook(RuleSetLoader.Embedded, connection.Sizes, state.Sizes) : null,
        };
        var loop = new WatchLoop(new AdvisorService(setup, [new RecordingChannel()]), time, lines.Add);
        for (var minute = 0; minute < 15; minute++, time.Advance(TimeSpan.FromMinutes(1)))
        {
            await loop.TickAsync(TestContext.Current.CancellationToken);
        }

        return (azure.GetResource("chat").Units, azure.Calls[CallKind.Skus]);
    }
}
