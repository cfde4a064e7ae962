using System.Text.RegularExpressions;
using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration;

/// <summary>Reads <c>quota</c>: unit quotas of subscriptions and regions, for where Azure's usages cannot be read.</summary>
internal static partial class QuotaReader
{
    private const int MaxUnits = 1_000_000;

    public static RuleSet Read(MapReader root, RuleSet rules)
    {
        var entries = new List<QuotaEntry>();
        foreach (var map in root.EnumerateMaps("quota", required: false))
        {
            var units = map.ReadInteger("units", 1, MaxUnits);
            var region = map.ReadText("region", required: false);
            var subscription = map.ReadText("subscription", required: false);
            if (region is not null && !RegionPattern().IsMatch(region))
            {
                map.Report("region", $"'{region}' is not the short name of a region, such as westeurope.");
            }

            if (subscription is not null && !Guid.TryParseExact(subscription, "D", out _))
            {
                map.Report("subscription", $"'{subscription}' is not a subscription id (a GUID).");
            }

            map.ReportUnknownKeys();
            if (units is { } limit)
            {
                entries.Add(new QuotaEntry(subscription, region, limit));
            }
        }

        return entries.Count == 0 ? rules : rules with { Quotas = entries };
    }

    [GeneratedRegex("^[a-zA-Z0-9-]{1,50}$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex RegionPattern();
}
