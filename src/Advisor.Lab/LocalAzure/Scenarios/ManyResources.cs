using Advisor.Core.Capacity;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>Creates a large fleet: sizes, patterns and loads drawn from a seed.</summary>
internal static class ManyResources
{
    private static readonly string[] Regions =
    [
        "westeurope",
        "northeurope",
        "eastus",
        "westus2",
        "southeastasia",
        "japaneast",
        "brazilsouth",
        "australiaeast",
        "uksouth",
        "francecentral",
    ];

    private static readonly int[] Sizes = [1, 2, 3, 5, 8, 10, 20];

    public static IReadOnlyList<LocalResourceSpec> Create(int count, int regions, int seed)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfLessThan(regions, 1);
        var random = new Random(seed);
        var specs = new LocalResourceSpec[count];
        for (var i = 0; i < count; i++)
        {
            specs[i] = CreateOne(i, regions, random);
        }

        return specs;
    }

    private static LocalResourceSpec CreateOne(int index, int regions, Random random)
    {
        var units = Sizes[random.Next(Sizes.Length)];
        var webPubSub = index % 4 == 3;
        var (traffic, connections) = (random.NextDouble(), 0.02 + (0.98 * random.NextDouble()));
        var ceiling = webPubSub ? 6e6 : 2e6;
        var rate = traffic * ceiling / 2048 / (1000 * connections);
        return new LocalResourceSpec
        {
            Name = $"local-{index:D5}",
            Service = webPubSub ? ServiceKind.WebPubSub : ServiceKind.SignalR,
            ResourceGroup = $"advisor-local-{index % 20:D2}",
            Region = GetRegion(index / 4 % regions),
            Units = units,
            Tags = webPubSub ? LocalTags.Create("sendToBigGroup", 2048, "many", 100) : LocalTags.Create("echo", 2048, "many"),
            Load = new LocalLoad
            {
                Connections = Math.Round(connections * 1000 * units),
                Shape = webPubSub
                    ? new LoadShape("big groups", 0, rate, 2048, InboundCeiling: null, ceiling)
                    : new LoadShape("echo", rate, rate, 2048, ceiling, ceiling),
                DailyWave = 0.3,
            },
        };
    }

    private static string GetRegion(int index) =>
        index < Regions.Length ? Regions[index] : $"{Regions[index % Regions.Length]}{index / Regions.Length}";
}
