namespace Advisor.Tests;

/// <summary>A resource of <see cref="LineSequences"/>: its SKU, workload and load.</summary>
/// <param name="number">Number among the resources, 0 and later.</param>
internal sealed class SequenceResource(int number)
{
    private static readonly string[] Skus = ["Standard_S1", "Standard_S1", "Standard_S1", "Premium_P1", "Premium_P2", "Free_F1"];

    private static readonly string[] Workloads =
    [
        "",
        """ "workload":[{"useCase":"sendToSmallGroup","share":1.0,"messageBytes":2048,"groupSize":10}],""",
        """ "workload":[{"useCase":"echo","share":1.0,"messageBytes":1024}],""",
        """ "workload":[{"useCase":"broadcast","share":1.0,"messageBytes":2048}],""",
    ];

    private double connections = 1000 + (700 * number);

    /// <summary>Time of the first line.</summary>
    public static DateTime Begin { get; } = new(2026, 1, 5, 0, 0, 0, DateTimeKind.Utc);

    public int Number => number;

    public string Sku { get; } = Skus[number % Skus.Length];

    /// <summary>The field of the workload, or nothing.</summary>
    public string Workload { get; } = Workloads[number % Workloads.Length];

    /// <summary>Number of names that it had before.</summary>
    public int Generation { get; set; }

    public DateTime Time { get; set; } = Begin;

    /// <summary>Latest time so far.</summary>
    public DateTime Latest { get; set; } = Begin;

    /// <summary>Units in force; not always a size that is sold.</summary>
    public int Units { get; set; } = Skus[number % Skus.Length] == "Premium_P2" ? 100 : 1;

    /// <summary>Draws the metrics of the minute: connections wander and sometimes jump, the rest follows from them.</summary>
    public IEnumerable<(string Name, double Value)> ComputeMetrics(Random random)
    {
        connections *= random.Next(300) switch
        {
            0 => 5,
            1 => 0.2,
            2 => 60_000 * random.NextDouble() / Math.Max(connections, 1),
            3 when random.Next(5) == 0 => 0,
            _ => 0.98 + (0.04 * random.NextDouble()),
        };
        connections = Math.Clamp(connections, random.Next(2), 200_000);
        var units = Math.Max(Units, 1);
        var load = Math.Clamp((connections / units / 12) + random.NextDouble(), 0, 100);
        yield return ("ServerLoad", load);
        yield return ("ConnectionCount", Math.Round(connections));
        yield return ("ConnectionQuotaUtilization", Math.Min(connections / units / 10, 100));
        yield return ("InboundTraffic", connections * 18_000);
        yield return ("OutboundTraffic", connections * 180_000);
        yield return ("MessageCount", connections * 90);
    }
}
