using System.Text.RegularExpressions;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Configuration;

/// <summary>Reads <c>scope</c>: which cloud, and which resources of it.</summary>
internal static partial class ScopeReader
{
    private static readonly IReadOnlyDictionary<string, AzureCloud> Clouds = Words.Of<AzureCloud>("public", "usGovernment", "china");

    public static (FleetScope Scope, AzureCloud Cloud) Read(MapReader root)
    {
        if (root.Map("scope", required: false) is not { } map)
        {
            return (new FleetScope(), AzureCloud.Public);
        }

        var cloud = map.Choice("cloud", Clouds, required: false) ?? AzureCloud.Public;
        var scope = new FleetScope
        {
            Subscriptions = Each(map, "subscriptions", text => Guid.TryParseExact(text, "D", out _), "is not a subscription id (a GUID)"),
            ResourceGroups = Each(map, "resourceGroups", text => GroupName().IsMatch(text), "is not the name of a resource group"),
            ResourceIds = Each(map, "resourceIds", text => ResourceId().IsMatch(text), "is not the id of a SignalR or Web PubSub resource"),
            Tags = Tags(map.Map("tags", required: false)),
        };
        map.Done();
        return (scope, cloud);
    }

    private static IReadOnlyList<string> Each(MapReader map, string key, Predicate<string> good, string complaint)
    {
        var texts = map.Texts(key, required: false) ?? [];
        for (var i = 0; i < texts.Count; i++)
        {
            if (!good(texts[i]))
            {
                map.Report($"{key}[{i}]", $"'{texts[i]}' {complaint}.");
            }
        }

        return [.. texts.Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    private static Dictionary<string, string> Tags(MapReader? map)
    {
        var tags = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var key in map?.Keys ?? [])
        {
            // An empty value accepts any value of the tag.
            if (!tags.TryAdd(key, map!.Text(key, required: false, mayBeEmpty: true) ?? ""))
            {
                map.Report(key, "This tag stands here twice; the names of tags have no case.");
            }
        }

        return tags;
    }

    [GeneratedRegex(@"^[\p{L}\p{N}_\-.()]{1,90}$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex GroupName();

    [GeneratedRegex(
        @"^/subscriptions/[0-9a-f-]{36}/resourceGroups/[^/]{1,90}/providers/Microsoft\.SignalRService/(SignalR|WebPubSub)/[^/]{1,63}$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000)]
    private static partial Regex ResourceId();
}
