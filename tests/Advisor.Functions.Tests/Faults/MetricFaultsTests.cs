using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Resources;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable on metrics that stop, freeze, lie, go back or are full.</summary>
public sealed partial class MetricFaultsTests(AzureFaultLane lane) : IClassFixture<AzureFaultLane>
{
    // A unit carries 1,000 connections, of which 900 are used.
    private const int Units = 5;
    private const double Connections = 4000;

    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    // Without noise a load of nothing is exactly zero.
    private static readonly SimulationParameters Exact = new(NoiseSd: 0);

    [Fact]
    [Fault("metrics-stop")]
    public async Task Metrics_that_stop_are_reported_and_the_size_stays()
    {
        await lane.BeginAsync();
        var from = lane.Now.AddMinutes(3);
        var silent = Add("stopped", new LoadStep(from, from.AddDays(1)) { MetricsMissing = true });

        await lane.TickUntilAsync(() => HasMessage("No data: stopped"), 60);

        await HasItsSizeAsync(silent);
    }

    [Fact]
    [Fault("metrics-freeze")]
    public async Task Metrics_that_all_stand_still_after_they_moved_are_reported_as_suspect_and_nothing_is_scaled_in()
    {
        await lane.BeginAsync();
        var still = Add("frozen");
        for (var tick = 0; tick < 20; tick++)
        {
            await lane.TickAsync();
        }

        // From here on each answer repeats the values of this minute.
        var frozen = new Dictionary<string, string>(StringComparer.Ordinal);
        lane.Rewrite = (call, _, body) => call == CallKind.MetricBatch ? RepeatFirstValues(body, frozen) : body;

        await lane.TickUntilAsync(() => HasMessage("Suspect metric: frozen"), 60);

        await HasItsSizeAsync(still);
    }

    [Fact]
    [Fault("metrics-lie")]
    public async Task A_server_load_that_is_stuck_at_its_end_adds_one_step_at_most_and_is_reported_as_suspect()
    {
        await lane.BeginAsync();
        var from = lane.Now.AddMinutes(20);
        var lying = Add("lying", new LoadStep(from, from.AddDays(1)) { StuckServerLoad = 95 });

        await lane.TickUntilAsync(() => HasMessage("Suspect metric: lying"), 90);
        for (var tick = 0; tick < 12; tick++)
        {
            await lane.TickAsync(TimeSpan.FromMinutes(5));
        }

        Assert.InRange(lying.Units, Units, Units + 1);
        Assert.DoesNotContain(lane.ReadPatches(lying), units => units is < Units or > Units + 1);
    }

    [Fact]
    [Fault("metrics-back")]
    public async Task Minutes_that_go_back_are_refused_and_the_state_stays()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("back");

        // Every reading says that it is an hour older than it is.
        lane.Rewrite = (call, _, body) => call == CallKind.MetricBatch ? ShiftTimes(body, -Hour) : body;
        await lane.TickAsync();
        await lane.TickAsync();
        Assert.Empty(await lane.ReadChangesAsync(hot));

        lane.EndFaults();
        await lane.GetsItsSizeAsync(hot);
    }

    [Fact]
    [Fault("metrics-full")]
    public async Task A_full_size_is_said_to_need_at_least_what_is_decided_and_half_as_much_again_is_added()
    {
        await lane.BeginAsync();

        // Twice the traffic of hot-chat, which needs 3 units: its two units serve what they can, at 100 %.
        var spec = lane.AddHot("model").Spec;
        var full = lane.Place.Azure.Add(spec with { Name = "full", Load = spec.Load with { Connections = 2 * spec.Load.Connections } });

        await lane.TickUntilAsync(() => lane.ReadPatches(full).Count > 0, 10);

        var decision = (await lane.Place.ReadDecisionsAsync(full.Id)).First(line => line.ChangeId is not null);
        Assert.Contains(
            decision.Reasons,
            reason =>
                reason.Text.StartsWith("The 2 units are full: at least ", StringComparison.Ordinal)
                && reason.Text.Contains("the estimate is 3.00, ", StringComparison.Ordinal)
        );

        // 2 x 1.5 are 3, and more where the next reading still is full.
        Assert.True(lane.ReadPatches(full)[0] >= 3, string.Join(", ", lane.ReadPatches(full)));
    }

    [Fact]
    [Fault("monitor-outage")]
    public async Task All_metrics_of_a_region_at_zero_at_once_are_one_alert_and_every_size_is_held()
    {
        await lane.BeginAsync();
        var from = lane.Now.AddMinutes(5);
        var outage = new LoadStep(from, from.AddDays(1)) { Connections = 0, StuckServerLoad = 0 };
        LocalResource[] all = [Add("zero-a", Exact, outage), Add("zero-b", Exact, outage), Add("zero-c", Exact, outage)];

        await lane.TickUntilAsync(() => HasMessage("fell to exactly zero at once"), 30);
        for (var tick = 0; tick < 12; tick++)
        {
            await lane.TickAsync(TimeSpan.FromMinutes(5));
        }

        Assert.Single(lane.Messages, text => text.Contains("fell to exactly zero at once", StringComparison.Ordinal));
        foreach (var resource in all)
        {
            await HasItsSizeAsync(resource);
        }
    }

    private LocalResource Add(string name, params LoadStep[] steps) => Add(name, SimulationParameters.Default, steps);

    private LocalResource Add(string name, SimulationParameters law, params LoadStep[] steps) =>
        lane.Place.Azure.Add(
            new LocalResourceSpec
            {
                Name = name,
                Units = Units,
                Load = new LocalLoad
                {
                    Connections = Connections,
                    Shape = LoadShape.Echo,
                    Law = law,
                    Steps = steps,
                },
            }
        );

    private bool HasMessage(string text) => lane.Messages.Any(message => message.Contains(text, StringComparison.Ordinal));

    private async Task HasItsSizeAsync(LocalResource resource)
    {
        Assert.Equal(Units, resource.Units);
        Assert.Empty(lane.ReadPatches(resource));
        Assert.Empty(await lane.ReadChangesAsync(resource));
    }

    // Each metric keeps the value that it has first. Those split by a dimension, closed connections, stay as they are.
    private static byte[] RepeatFirstValues(byte[] body, Dictionary<string, string> frozen)
    {
        if (body.AsSpan().IndexOf("\"metadatavalues\":[{"u8) >= 0)
        {
            return body;
        }

        var metric = "";
        var text = MetricOrValue()
            .Replace(
                Encoding.UTF8.GetString(body),
                match =>
                {
                    if (match.Groups["metric"].Success)
                    {
                        metric = match.Groups["metric"].Value;
                        return match.Value;
                    }

                    lock (frozen)
                    {
                        frozen.TryAdd(metric, match.Groups["number"].Value);
                        return $"\"{match.Groups["aggregation"].Value}\":{frozen[metric]}";
                    }
                }
            );
        return Encoding.UTF8.GetBytes(text);
    }

    private static byte[] ShiftTimes(byte[] body, TimeSpan by) =>
        Encoding.UTF8.GetBytes(
            TimeStamp()
                .Replace(
                    Encoding.UTF8.GetString(body),
                    match =>
                    {
                        var time = DateTimeOffset.Parse(match.Groups["time"].Value, CultureInfo.InvariantCulture) + by;
                        return $"\"timeStamp\":\"{time:yyyy-MM-dd'T'HH:mm:ss'Z'}\"";
                    }
                )
        );

    [GeneratedRegex("\"timeStamp\":\"(?<time>[^\"]+)\"", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex TimeStamp();

    [GeneratedRegex(
        "/providers/Microsoft.Insights/metrics/(?<metric>[A-Za-z]+)\"|\"(?<aggregation>maximum|total|average)\":(?<number>[-0-9.eE+]+)",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex MetricOrValue();
}
