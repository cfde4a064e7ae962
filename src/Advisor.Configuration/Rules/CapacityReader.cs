using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;

namespace Advisor.Configuration.Rules;

/// <summary>Reads a file of rules/capacity/: one edition of a performance guide.</summary>
internal static class CapacityReader
{
    /// <summary>Unit of every column. A file states them, so that MBps are not entered as bytes per second.</summary>
    private static readonly (string Field, string Unit)[] Columns =
    [
        ("units", "service units"),
        ("connections", "client connections"),
        ("groupMembers", "connections per group"),
        ("groups", "groups"),
        ("inboundMessages", "messages per second"),
        ("outboundMessages", "messages per second"),
        ("inboundBytes", "bytes per second"),
        ("outboundBytes", "bytes per second"),
        ("appServers", "app servers"),
        ("aspNetAppServers", "app servers"),
    ];

    /// <summary>Reads the root of a file for the edition <paramref name="expected"/>, taken from the file name.</summary>
    public static CapacityTable? Read(MapReader root, string expected)
    {
        var edition = root.ReadText("edition");
        if (edition is not null && edition != expected)
        {
            root.Report("edition", $"'{edition}' does not belong in this file; it must be '{expected}'.");
            edition = null;
        }

        var service = root.ReadChoice("service", EnumNames.Services);
        root.ReadText("title");
        var sources = SourceList.Read(root);
        var (messageBytes, minMessageBytes) = ReadConditions(root.ReadMap("conditions"));
        CheckMeasuredIn(root.ReadMap("measuredIn"));
        var routing = ReadRouting(root.ReadMap("routing", required: false));
        var serverConnections = ReadServerConnections(root.ReadMap("serverConnections", required: false));
        var rows = ReadRows(root, edition, sources);
        if (edition is null || service is null || messageBytes is null || minMessageBytes is null)
        {
            return null;
        }

        return new CapacityTable(edition, service.Value, messageBytes.Value, minMessageBytes.Value, rows)
        {
            Routing = routing,
            ServerConnections = serverConnections,
        };
    }

    private static List<CapacityRow> ReadRows(MapReader root, string? edition, SourceList sources)
    {
        var rows = new List<CapacityRow>();
        var useCases = new HashSet<UseCase>();
        var maps = root.ReadMaps("rows");
        foreach (var map in maps)
        {
            if (CapacityRowReader.Read(map, edition, sources) is { } row)
            {
                rows.Add(row);
                if (!useCases.Add(row.UseCase))
                {
                    map.Report("useCase", $"There are two rows for {row.UseCase.ToWireName()}.");
                }
            }
        }

        if (maps.Count == 0 && root.HasKey("rows"))
        {
            root.Report("rows", "There are no rows.");
        }

        return rows;
    }

    private static (int? MessageBytes, int? MinMessageBytes) ReadConditions(MapReader? map)
    {
        if (map is null)
        {
            return default;
        }

        map.ReadText("transport");
        var message = map.ReadInteger("messageBytes", 1, 1_000_000);
        var minimum = map.ReadInteger("minMessageBytes", 1, 1_000_000);
        map.ReadNumber("sendIntervalSeconds", 1, 1);
        map.ReadText("latency");
        map.ReportUnknownKeys();
        if (minimum > message)
        {
            map.Report("minMessageBytes", "This must be at most messageBytes.");
        }

        return (message, minimum);
    }

    private static void CheckMeasuredIn(MapReader? map)
    {
        foreach (var (field, unit) in map is null ? [] : Columns)
        {
            if (map!.ReadText(field) is { } given && given != unit)
            {
                map.Report(field, $"The unit must be '{unit}', not '{given}'.");
            }
        }

        map?.ReportUnknownKeys();
    }

    private static RoutingNote? ReadRouting(MapReader? map)
    {
        var from = map?.ReadInteger("unseenFromUnits", 1, 1000);
        var below = map?.ReadInteger("groupMembersBelow", 2, 1_000_000);
        map?.ReportUnknownKeys();
        return from is null || below is null ? null : new RoutingNote(from.Value, below.Value);
    }

    private static ServerConnectionAdvice? ReadServerConnections(MapReader? map)
    {
        map?.ReadInteger("sdkDefault", 1, 1000);
        var measured = map?.ReadInteger("measuredWith", 1, 1000);
        var recommended = map?.ReadInteger("recommendedForFanOut", 1, 1000);
        var from = map?.ReadInteger("recommendedFromUnits", 1, 1000);
        map?.ReportUnknownKeys();
        return measured is null || recommended is null || from is null
            ? null
            : new ServerConnectionAdvice(measured.Value, recommended.Value, from.Value);
    }
}
