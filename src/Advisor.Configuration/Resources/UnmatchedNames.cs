using Advisor.Configuration.Yaml;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Configuration.Resources;

/// <summary>Finds the names, ids and regions of advisor.yaml that match no resource: misspelled ones have no effect.</summary>
public static class UnmatchedNames
{
    private const int MaxNotes = 5;

    /// <summary>Returns all that has no effect in the file: what was noted when it was read, then <see cref="Describe"/>.</summary>
    public static IReadOnlyList<string> DescribeWithNotes(
        AdvisorConfiguration config,
        FleetScope scope,
        FleetListing listing,
        DateTimeOffset now
    ) => [.. config.Notes.Select(note => $"advisor.yaml: {note}"), .. Describe(config, scope, listing, now)];

    /// <summary>
    /// Returns a sentence for each name, id or region that matches no resource, with the resource that was probably meant; beyond five, the
    /// last sentence counts the others. Wildcards may match nothing, and events that are over do not matter. Empty unless everything that
    /// the file can refer to was listed: the whole scope of the file, without failures.
    /// </summary>
    /// <param name="config">Content of advisor.yaml.</param>
    /// <param name="scope">Scope of the listing.</param>
    /// <param name="listing">All resources of that scope.</param>
    /// <param name="now">Events that end by then are over.</param>
    public static IReadOnlyList<string> Describe(AdvisorConfiguration config, FleetScope scope, FleetListing listing, DateTimeOffset now)
    {
        if (listing.Resources.Count == 0 || listing.Failures.Any(FleetListing.MayHideResources) || !IsComplete(config.Scope, scope))
        {
            return [];
        }

        var ids = listing.Resources.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var names = CollectNames(ids);
        var subscriptions = ids.Select(ResourceIds.GetSubscription).ToHashSet();
        var count = Wording.FormatCount(ids.Count, "resource");
        var unmatched = ListNames(config, now)
            .Where(named => !(named.IsId ? ids : names).Contains(named.Text))
            .Where(named => config.Scope.HasPlace || IsOfSubscriptions(named.Text, subscriptions))
            .Select(named => DescribeName(named, ids, count))
            .Concat(ListRegionNotes(config, listing.Resources, count))
            .ToList();
        var notes = unmatched.Take(MaxNotes);
        return unmatched.Count > MaxNotes
            ? [.. notes, $"advisor.yaml: {Wording.FormatNumber(unmatched.Count - MaxNotes)} more of its names match none of the {count}."]
            : [.. notes];
    }

    // Without a scope in the file, the one that was listed is all there is, unless it names single resources or filters them.
    private static bool IsComplete(FleetScope file, FleetScope listed) =>
        (file.HasPlace || listed.ResourceIds.Count == 0) && listed.Covers(file);

    // An id of a subscription that this run does not read may be right.
    private static bool IsOfSubscriptions(string name, HashSet<string> subscriptions) =>
        !name.StartsWith('/') || subscriptions.Contains(ResourceIds.GetSubscription(name));

    // As ResourcePattern matches them: what matches a resource matches its geo-replicas too.
    private static HashSet<string> CollectNames(IEnumerable<string> ids) =>
        ids.SelectMany(id => new[] { id, ResourceIds.FindOwner(id) })
            .OfType<string>()
            .SelectMany(id => new[] { id, ResourceIds.GetName(id) })
            .ToHashSet(StringComparer.OrdinalIgnoreCase);

    private static IEnumerable<NamedResource> ListNames(AdvisorConfiguration config, DateTimeOffset now) =>
        [
            .. config.Resources.SelectMany((entry, i) => ListLiterals($"resources[{i}].match", [entry.Match])),
            .. config.Schedules.SelectMany((schedule, i) => ListLiterals($"schedules[{i}].resources", schedule.Resources.Patterns)),
            .. config.Events.SelectMany((e, i) => e.Window.End > now ? ListLiterals($"events[{i}].resources", e.Resources.Patterns) : []),
            .. config.Mutes.SelectMany(
                (mute, i) =>
                    mute.Matchers.TryGetValue("resource", out var id)
                        ? [new NamedResource($"mutes[{i}].match.resource", id, IsId: true)]
                        : Enumerable.Empty<NamedResource>()
            ),
        ];

    private static IEnumerable<string> ListRegionNotes(AdvisorConfiguration config, IReadOnlyList<FleetResource> resources, string count)
    {
        var regions = resources.Select(resource => resource.Region).Distinct(StringComparer.OrdinalIgnoreCase).ToList();
        var quotas = config.Rules.Quotas.Select(
            (quota, i) => (Path: $"quota[{i}].region", Region: IsListed(quota.Subscription) ? quota.Region : null)
        );
        var mutes = config.Mutes.Select((mute, i) => (Path: $"mutes[{i}].match.region", Region: mute.Matchers.GetValueOrDefault("region")));
        foreach (var (path, region) in quotas.Concat(mutes))
        {
            if (region is not null && !regions.Contains(region, StringComparer.OrdinalIgnoreCase))
            {
                yield return $"advisor.yaml: {path}: '{UntrustedText.Sanitize(region)}' is the region of none of the {count}; "
                    + DescribeHint(NameSuggestions.FindNearest(region, regions));
            }
        }

        bool IsListed(string? subscription) =>
            subscription is null
            || resources.Any(resource => string.Equals(resource.SubscriptionId, subscription, StringComparison.OrdinalIgnoreCase));
    }

    private static string DescribeHint(string? nearest) =>
        nearest is null ? "it has no effect until there is one." : $"did you mean '{UntrustedText.Sanitize(nearest)}'?";

    private static IEnumerable<NamedResource> ListLiterals(string path, IEnumerable<ResourcePattern> patterns) =>
        patterns.Where(pattern => pattern.IsLiteral).Select(pattern => new NamedResource(path, pattern.Text, pattern.MatchesIds));

    private static string DescribeName(NamedResource named, IEnumerable<string> ids, string count)
    {
        var nearest = named.IsId
            ? ResourceSuggestions.FindNearestId(named.Text, ids)
            : ResourceSuggestions.FindNearestName(named.Text, ids);
        return $"advisor.yaml: {named.Path}: '{UntrustedText.Sanitize(named.Text)}' {(named.IsId ? "is the id of" : "matches")} none "
            + $"of the {count}; {DescribeHint(nearest)}";
    }

    /// <param name="Path">Its key in the file.</param>
    /// <param name="IsId">Whether only an id matches there.</param>
    private readonly record struct NamedResource(string Path, string Text, bool IsId);
}
