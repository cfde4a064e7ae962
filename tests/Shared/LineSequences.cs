using System.Text;

namespace Advisor.Tests;

/// <summary>One line of <see cref="LineSequences"/>.</summary>
/// <param name="Bytes">The line without its end.</param>
/// <param name="Resource">Number of the resource.</param>
/// <param name="Name">Its name.</param>
/// <param name="Time">The minute of the metrics.</param>
/// <param name="Units">Units in force.</param>
/// <param name="IsGood">Whether the line must be decided upon unless a later one was: nothing in it is impossible.</param>
internal readonly record struct SequenceLine(byte[] Bytes, int Resource, string Name, DateTime Time, int Units, bool IsGood);

/// <summary>
/// Lines of <c>advisor decide</c> as a careless collector would write them: interleaved resources, minute by minute, whose time stands
/// still, goes back or jumps by years, whose size others change, with metrics that are missing, negative, not finite or of another type;
/// some lines are broken further by <see cref="LineMutations"/>. The same seed and the same applied sizes give the same lines.
/// </summary>
internal sealed class LineSequences
{
    /// <summary>Minimum units of <see cref="Settings"/>.</summary>
    public const int MinUnits = 1;

    /// <summary>Maximum units of <see cref="Settings"/>.</summary>
    public const int MaxUnits = 800;

    /// <summary>Settings with limits, and schedules in time zones.</summary>
    public const string Settings = """
        defaults: { minUnits: 1, maxUnits: 800 }
        schedules:
          - { name: morning, days: "*", from: "08:00", to: "09:00", timeZone: Europe/Berlin, minUnits: 3 }
          - { name: night, days: "*", from: "22:00", to: "06:00", timeZone: Pacific/Apia, freeze: true }
        events:
          - { name: launch, start: "2199-12-31T23:00", end: "2199-12-31T23:59", timeZone: UTC, minUnits: 4 }
        """;

    // Some way before 2199, after which no time is valid.
    private const int LastYear = 2150;

    private const int LongText = 100_000,
        Depth = 300;

    private static readonly int[] Standard = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
    private static readonly int[] Large = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000];

    private static readonly string[] Names =
    [
        "chat",
        "CHAT-2",
        "a\u202Eb",
        "c\u001Bd",
        "é😀",
        "\uDB40\uDC01x",
        "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/WebPubSub/w",
        "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/s",
        new('n', 4000),
        " ",
    ];

    private static readonly string[] Values =
    [
        "-1",
        "null",
        "1e308",
        "-1e308",
        "5e-324",
        "1e999",
        "\"NaN\"",
        "NaN",
        "\"Infinity\"",
        "true",
        "[]",
        "{}",
        "\"63\"",
        "0",
        "-0",
        "99.9",
        "100",
        "4294967296",
        "1e18",
    ];

    private readonly Random random;
    private readonly LineMutations mutations;
    private readonly SequenceResource[] resources;

    /// <param name="seed">Seed of all draws.</param>
    public LineSequences(int seed)
    {
        (random, mutations) = (new Random(seed), new LineMutations(seed));
        resources = [.. Enumerable.Range(0, 3 * Names.Length).Select(i => new SequenceResource(i))];
    }

    /// <summary>Returns the sizes of a SKU; null for one that is not sold.</summary>
    public static int[]? FindLadder(string sku) =>
        sku switch
        {
            "Free_F1" => [1],
            "Standard_S1" or "Premium_P1" => Standard,
            "Premium_P2" => Large,
            _ => null,
        };

    /// <summary>Puts a size in force from the next line of a resource on.</summary>
    public void Apply(int resource, int units) =>
        resources[resource].Units = FindLadder(resources[resource].Sku)!.Contains(units) ? units : resources[resource].Units;

    /// <summary>
    /// Reports a minute that was decided upon, which a broken line may have stated. A resource near the end of time gets another name,
    /// since no later minute is left for it.
    /// </summary>
    public void Observe(int resource, DateTime time)
    {
        var one = resources[resource];
        one.Latest = time > one.Latest ? time : one.Latest;
        if (one.Latest.Year > LastYear)
        {
            (one.Time, one.Latest, one.Generation) = (SequenceResource.Begin, SequenceResource.Begin, one.Generation + 1);
        }
    }

    /// <summary>Creates the next line; it holds no line feed.</summary>
    public SequenceLine CreateNext()
    {
        var one = resources[random.Next(resources.Length)];
        MoveTime(one);
        MoveSize(one);
        var isGood = FindLadder(one.Sku)!.Contains(one.Units);
        var name = $"{Names[one.Number % Names.Length]}{one.Number / Names.Length}.{one.Generation}";
        var time = one.Time.ToString("yyyy-MM-ddTHH:mm:00Z");
        var (rest, isKnown) = RenderRest(one, time);
        var start = $$"""{"resource":"{{System.Text.Json.JsonEncodedText.Encode(name)}}",""";
        var bytes = Encoding.UTF8.GetBytes(rest);
        if (random.Next(8) == 0)
        {
            (bytes, isKnown) = (mutations.Mutate(bytes), false);
        }

        bytes = [.. Encoding.UTF8.GetBytes(start), .. bytes];
        return new(bytes, one.Number, name, one.Time, one.Units, isGood && isKnown);
    }

    private void MoveTime(SequenceResource one)
    {
        if (one.Time < one.Latest && random.Next(4) == 0)
        {
            one.Time = one.Latest; // a clock that was put right
        }

        var minutes = random.Next(4000) switch
        {
            0 => 525_600 * random.Next(1, 10),
            < 20 => -525_600 * random.Next(1, 40),
            < 30 => random.Next(1440, 60_000),
            < 100 => random.Next(2, 300),
            < 200 => -random.Next(1, 5000),
            < 300 => 0,
            < 400 => 5,
            _ => 1,
        };
        var next = one.Time.AddMinutes(minutes);
        one.Time = next.Year > 1971 ? next : SequenceResource.Begin;
        one.Latest = one.Time > one.Latest ? one.Time : one.Latest;
    }

    // Others change the size, to one that is sold or not.
    private void MoveSize(SequenceResource one)
    {
        var ladder = FindLadder(one.Sku)!;
        one.Units = random.Next(60) switch
        {
            0 => ladder[random.Next(ladder.Length)],
            1 => random.Next(-2, 1200),
            _ when !ladder.Contains(one.Units) => ladder[random.Next(ladder.Length)],
            _ => one.Units,
        };
    }

    private (string Text, bool IsGood) RenderRest(SequenceResource one, string time)
    {
        var (text, isGood) = (new StringBuilder(), true);
        text.Append($"\"time\":\"{time}\",\"sku\":\"{one.Sku}\",\"units\":{one.Units},");
        text.Append(
            random.Next(30) switch
            {
                0 => "\"changeInProgress\":true,",
                1 => "\"countsServerLeg\":true,",
                2 => "\"targets\":{\"serverLoad\":0.05,\"connections\":1,\"later\":7},",
                3 => $"\"later\":{new string('[', 20)}{new string(']', 20)},\"\u202E\":1,",
                _ => "",
            }
        );
        var odd = random.Next(400) switch
        {
            0 => $"\"later\":{new string('[', Depth)}{new string(']', Depth)},",
            1 => $"\"later\":\"{new string('x', LongText)}\",",
            2 => $"\"units\":{Values[random.Next(Values.Length)]},",
            3 => $"\"time\":{Values[random.Next(Values.Length)]},",
            4 => "\"now\":\"1999-01-01T00:00:00Z\",",
            5 => "\"targets\":{\"serverLoad\":7},",
            6 => "\"workload\":[{\"useCase\":\"echo\",\"share\":1e308,\"messageBytes\":-1}],",
            7 => $"\"later\":\"{new string('y', 1 << 20)}\",",
            _ => "",
        };
        text.Append(odd).Append(one.Workload).Append("\"metrics\":{");
        isGood &= odd.Length == 0;
        isGood &= AppendMetrics(text, one);
        return (text.Append("}}").ToString(), isGood);
    }

    private bool AppendMetrics(StringBuilder text, SequenceResource one)
    {
        var (isGood, isFirst) = (true, true);
        foreach (var (name, value) in one.ComputeMetrics(random))
        {
            var odd = random.Next(60);
            if (odd == 0)
            {
                continue;
            }

            var shown = odd == 1 ? Values[random.Next(Values.Length)] : value.ToString("0.###");
            isGood &= odd != 1;
            text.Append($"{(isFirst ? "" : ",")}\"{name}\":{shown}");
            text.Append(odd == 2 ? $",\"{name}\":{shown}" : "");
            isGood &= odd != 2;
            isFirst = false;
        }

        return isGood;
    }
}
