using System.Text.RegularExpressions;
using Advisor.Configuration.Yaml;
using Advisor.Core.Fleet;

namespace Advisor.Configuration;

/// <summary>Reads <c>scope</c>: the cloud and the filter of its resources.</summary>
internal static partial class ScopeReader
{
    // The same names as --cloud takes.
    private static readonly IReadOnlyDictionary<string, AzureCloud> Clouds = new Dictionary<string, AzureCloud>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["public"] = AzureCloud.Public,
        ["usGovernment"] = AzureCloud.UsGovernment,
        ["usGov"] = AzureCloud.UsGovernment,
        ["china"] = AzureCloud.China,
    };

    public static (FleetScope Scope, AzureCloud Cloud) Read(MapReader root)
    {
        if (root.ReadMap("scope", required: false) is not { } map)
        {
            return (new FleetScope(), AzureCloud.Public);
        }

        var cloud = map.ReadChoice("cloud", Clouds, required: false) ?? AzureCloud.Public;
        var scope = new FleetScope
        {
            Subscriptions = ReadEach(
                map,
                "subscriptions",
                text => Guid.TryParseExact(text, "D", out _),
                "is not a subscription id (a GUID)"
            ),
            ManagementGroups = ReadEach(
                map,
                "managementGroups",
                text => ManagementGroupPattern().IsMatch(text),
                "is not the name of a management group"
            ),
            AllSubscriptions = map.ReadBoolean("allSubscriptions", required: false) ?? false,
            ResourceGroups = ReadEach(
                map,
                "resourceGroups",
                text => GroupNamePattern().IsMatch(text),
                "is not the name of a resource group"
            ),
            ResourceIds = ReadEach(
                map,
                "resourceIds",
                text => ResourceIdPattern().IsMatch(text),
                "is not the id of a SignalR or Web PubSub resource"
            ),
            Tags = ReadTags(map.ReadMap("tags", required: false)),
        };
        map.ReportUnknownKeys();
        return (scope, cloud);
    }

    private static IReadOnlyList<string> ReadEach(MapReader map, string key, Predicate<string> good, string complaint)
    {
        var texts = map.ReadTexts(key, required: false) ?? [];
        for (var i = 0; i < texts.Count; i++)
        {
            if (!good(texts[i]))
            {
                map.ReportItem(key, i, $"'{texts[i]}' {complaint}.");
            }
        }

        return [.. texts.Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    private static Dictionary<string, string> ReadTags(MapReader? map)
    {
        var tags = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var key in map?.Keys ?? [])
        {
            // An empty value accepts any value of the tag.
            if (!tags.TryAdd(key, map!.ReadText(key, required: false, mayBeEmpty: true) ?? ""))
            {
                map.Report(key, "This tag is listed twice; tag names are case-insensitive.");
            }
        }

        return tags;
    }

    [GeneratedRegex(@"^[A-Za-z0-9_\-.()]{1,90}$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ManagementGroupPattern();

    [GeneratedRegex(@"^[\p{L}\p{N}_\-.()]{1,90}$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex GroupNamePattern();

    [GeneratedRegex(
        @"^/subscriptions/[0-9a-f-]{36}/resourceGroups/[^/]{1,90}/providers/Microsoft\.SignalRService/(SignalR|WebPubSub)/[^/]{1,63}$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex ResourceIdPattern();
}
