using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;

namespace Advisor.Configuration.Rules;

/// <summary>Reads one row of a capacity table and checks its columns against each other.</summary>
internal static class CapacityRowReader
{
    private const double MaxRate = 1e12;
    private const int MaxUnits = 1000;
    private const int MaxCount = 100_000_000;

    // The guides round 1,000 messages of 2,048 bytes to 2 MB: bytes may differ from messages x 2,000 by up to 5 %.
    private const double BytesPerMessage = 2000;
    private const double Rounding = 0.05;

    public static CapacityRow? Read(MapReader map, string? edition, SourceList sources)
    {
        var id = map.ReadText("id");
        var useCase = map.ReadChoice("useCase", EnumNames.UseCases);
        var source = sources.ReadName(map, "source");
        var publisher = map.ReadBoolean("inboundIsPublisher");
        map.ReadText("note", required: false);
        var units = map.ReadIntegers("units", 1, MaxUnits);
        var connections = ReadRates(map, "connections", 1, units);
        var inbound = ReadRates(map, "inboundMessages", 0, units);
        var outbound = ReadRates(map, "outboundMessages", 0, units);
        var inboundBytes = ReadRates(map, "inboundBytes", 0, units);
        var outboundBytes = ReadRates(map, "outboundBytes", 0, units);
        var members = map.ReadIntegers("groupMembers", 1, MaxCount, required: false);
        var groups = map.ReadIntegers("groups", 1, MaxCount, required: false);
        var appServerUnits = map.ReadIntegers("appServerUnits", 1, MaxUnits, required: false);
        var appServers = map.ReadIntegers("appServers", 1, MaxCount, required: false);
        var aspNet = map.ReadIntegers("aspNetAppServers", 1, MaxCount, required: false);
        if (id is not null && useCase is not null && edition is not null && id != $"{edition}.{useCase.Value.ToWireName()}")
        {
            map.Report("id", $"The id of this row must be {edition}.{useCase.Value.ToWireName()}.");
        }

        CheckAscending(map, "units", units);
        CheckBytesFollowMessages(map, "inboundBytes", inboundBytes, inbound);
        CheckBytesFollowMessages(map, "outboundBytes", outboundBytes, outbound);
        if (publisher == true && inbound?.Distinct().Count() > 1)
        {
            map.Report("inboundMessages", "What the publisher sends is the same at every size (inboundIsPublisher is true).");
        }

        CheckLength(map, "groupMembers", members?.Count, units?.Count);
        CheckLength(map, "groups", groups?.Count, units?.Count);
        CheckAscending(map, "appServerUnits", appServerUnits);
        CheckLength(map, "appServers", appServers?.Count, (appServerUnits ?? units)?.Count);
        CheckLength(map, "aspNetAppServers", aspNet?.Count, (appServerUnits ?? units)?.Count);
        CheckNeverFalls(map, "appServers", appServers?.Select(n => (double)n));
        CheckNeverFalls(map, "aspNetAppServers", aspNet?.Select(n => (double)n));
        CorrectionReader.Check(map, appServerUnits ?? units, units);
        map.ReportUnknownKeys();
        if (
            id is null
            || useCase is null
            || source is null
            || publisher is null
            || units is null
            || connections is null
            || inbound is null
            || outbound is null
            || inboundBytes is null
            || outboundBytes is null
        )
        {
            return null;
        }

        return new CapacityRow(
            useCase.Value,
            source,
            units,
            connections,
            inbound,
            outbound,
            inboundBytes,
            outboundBytes,
            appServers,
            aspNet,
            publisher.Value
        )
        {
            Id = id,
            AppServerUnits = appServerUnits ?? units,
            GroupMembers = members,
            Groups = groups,
        };
    }

    private static IReadOnlyList<double>? ReadRates(MapReader map, string key, double min, IReadOnlyList<int>? units)
    {
        var rates = map.ReadNumbers(key, min, MaxRate);
        CheckLength(map, key, rates?.Count, units?.Count);
        CheckNeverFalls(map, key, rates);
        return rates;
    }

    private static void CheckLength(MapReader map, string key, int? length, int? expected)
    {
        if (length is not null && expected is not null && length != expected)
        {
            map.Report(key, $"There are {length} values for {expected} sizes.");
        }
    }

    private static void CheckAscending(MapReader map, string key, IReadOnlyList<int>? units)
    {
        for (var i = 1; i < units?.Count; i++)
        {
            if (units[i] <= units[i - 1])
            {
                map.Report(key, $"Sizes ascend, but {units[i]} follows {units[i - 1]}.");
            }
        }

        if (units?.Count == 0)
        {
            map.Report(key, "There is no size.");
        }
    }

    private static void CheckNeverFalls(MapReader map, string key, IEnumerable<double>? column)
    {
        var values = column?.ToList() ?? [];
        for (var i = 1; i < values.Count; i++)
        {
            if (values[i] < values[i - 1])
            {
                map.ReportItem(key, i, $"A larger size cannot carry less, but {values[i]} follows {values[i - 1]}.");
            }
        }
    }

    private static void CheckBytesFollowMessages(MapReader map, string key, IReadOnlyList<double>? bytes, IReadOnlyList<double>? messages)
    {
        for (var i = 0; bytes is not null && bytes.Count == messages?.Count && i < bytes.Count; i++)
        {
            var expected = messages[i] * BytesPerMessage;
            if (Math.Abs(bytes[i] - expected) > Rounding * expected)
            {
                map.ReportItem(key, i, $"{messages[i]} messages of 2048 bytes are about {expected} bytes per second, not {bytes[i]}.");
            }
        }
    }
}
