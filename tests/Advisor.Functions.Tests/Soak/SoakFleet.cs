using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Replays;
using Advisor.Lab.Resources;

namespace Advisor.Functions.Tests.Soak;

/// <summary>Resources of SignalR with a daily wave each, of which every fourth has an hour of its own with twice the load.</summary>
internal sealed class SoakFleet
{
    private static readonly UnitLadder Ladder = new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    private static readonly string[] Regions = ["westeurope", "northeurope"];

    public SoakFleet(int resources)
    {
        var random = new Random(20_260_105);
        Specs = [.. Enumerable.Range(0, resources).Select(i => Create(i, random))];
    }

    public IReadOnlyList<LocalResourceSpec> Specs { get; }

    /// <summary>Sums the objective over resources and minutes: units, overload and units removed.</summary>
    public double ComputeCost(LocalAzureHost azure, DateTimeOffset from, DateTimeOffset until) =>
        azure.Resources.Sum(resource =>
        {
            var minutes = Enumerable.Range(0, (int)(until - from).TotalMinutes).Select(minute => from.AddMinutes(minute)).ToList();
            int[] units = [.. minutes.Select(resource.FindUnitsAt)];
            int[] required = [.. minutes.Select(minute => FindRequired(resource.Spec.Load, minute))];
            return Score.Compute(units, required, new ObjectivePrices(), bestCost: 1).Objective;
        });

    private static int FindRequired(LocalLoad load, DateTimeOffset at)
    {
        var minute = at.ToUnixTimeSeconds() / 60;
        var connections =
            (load.FindStep(minute)?.Connections ?? load.Connections)
            * (1 + (load.DailyWave * Math.Sin(2 * Math.PI * ((minute % 1440) - 540) / 1440)));
        return Ladder[Ladder.FindIndexAtLeast(load.Shape.ComputeDemand(connections, load.Law).RequiredUnits)];
    }

    private static LocalResourceSpec Create(int index, Random random)
    {
        var (connections, hour) = (random.Next(600, 9000), random.Next(0, 24));
        var day = new DateTimeOffset(Crashes.Installation.Start.Date, TimeSpan.Zero);
        return new LocalResourceSpec
        {
            Name = $"soak-{index:00}",
            Region = Regions[index % Regions.Length],
            Units = 3,
            Load = new LocalLoad
            {
                Connections = connections,
                Shape = LoadShape.Echo,
                DailyWave = 0.5,
                Steps =
                    index % 4 == 0
                        ?
                        [
                            .. Enumerable
                                .Range(0, 8)
                                .Select(d => new LoadStep(day.AddDays(d).AddHours(hour), day.AddDays(d).AddHours(hour + 1))
                                {
                                    Connections = 2 * connections,
                                }),
                        ]
                        : [],
            },
        };
    }
}
