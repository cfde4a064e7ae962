using System.Text;
using System.Text.Json.Nodes;
using Advisor.Cli.Tests.World;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// <c>advisor watch</c>, to which Azure answers for one of ten resources what no contract foresees.
/// </summary>
public sealed class UnexpectedResponseTests
{
    private const string Victim = "hot-chat";
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(CallKind.List, "tags", """{"team":"\ud800"}""")]
    [InlineData(CallKind.MetricBatch, "interval", "\"P9999999Y\"")]
    [InlineData(CallKind.MetricBatch, "resourceid", "null")]
    public async Task One_odd_answer_ends_nothing_and_costs_the_other_resources_no_tick(CallKind call, string property, string json)
    {
        var struck = 0;
        using var folder = new TemporaryFolder();
        var clock = new ManualTimeProvider(Start);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                Rewrite = (kind, _, body) =>
                {
                    var odd = kind == call ? WithOdd(body, property, json) : body;
                    struck += odd == body ? 0 : 1;
                    return odd;
                },
            },
            Cancellation
        );
        var watch = new WatchProcess(azure, Path.Combine(folder.Path, "state.db"));

        await watch.FinishAsync(Start.AddMinutes(12), clock, Cancellation);

        using var store = SqliteStateStore.Open(watch.StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, Start, Cancellation);
        Assert.NotEqual(0, struck);
        Assert.Equal(Start.AddMinutes(11), (await state.Fleet.FindHeartbeatAsync(Cancellation))!.Tick);
        Assert.DoesNotContain(watch.Output, line => line.Contains("The step", StringComparison.Ordinal));
        foreach (var resource in azure.Resources.Where(r => r.Name is not (Victim or "silent-metrics")))
        {
            // An idle one is polled every five minutes, and minutes younger than two are not requested.
            var known = ResourceStateDocument.Read((await state.LoadAsync(resource.Id, Cancellation)).State).Memory?.State?.Time;
            Assert.True(known >= Start.AddMinutes(4), $"{resource.Name} is known until {known:HH:mm}");
        }
    }

    /// <summary>
    /// The answer with another value of a property of the victim's element; the same object where the victim has no element.
    /// </summary>
    private static byte[] WithOdd(byte[] body, string property, string json)
    {
        const string Mark = "@odd@";
        var root = JsonNode.Parse(body)!;
        if ((root["value"] ?? root["values"]) is not JsonArray elements || elements.FirstOrDefault(IsVictim) is not JsonObject element)
        {
            return body;
        }

        element[property] = Mark;
        return Encoding.UTF8.GetBytes(root.ToJsonString().Replace($"\"{Mark}\"", json, StringComparison.Ordinal));
    }

    private static bool IsVictim(JsonNode? element) =>
        ((string?)element?["id"] ?? (string?)element?["resourceid"])?.EndsWith("/" + Victim, StringComparison.Ordinal) == true;
}
