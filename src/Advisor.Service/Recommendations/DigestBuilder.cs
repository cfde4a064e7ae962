using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;

namespace Advisor.Service.Recommendations;

/// <summary>
/// Builds the digest of a team: what stands, the most important first, what is new since the last digest, what was followed. Pure.
/// </summary>
/// <param name="records">Newest evaluations of the team's resources.</param>
/// <param name="last">The digest before; null when this is the first.</param>
/// <param name="zone">Time zone of the dates.</param>
internal sealed class DigestBuilder(
    string team,
    IReadOnlyList<EvaluationRecord> records,
    DigestMark? last,
    DateTimeOffset dueAt,
    TimeZoneInfo zone
)
{
    // The newest evaluation is older only where Advisor was stopped.
    private static readonly TimeSpan MaxAge = TimeSpan.FromDays(1);

    private readonly List<(EvaluationRecord Record, ActiveRecommendation Recommendation)> active =
    [
        .. from record in records
        where record.Recommendation is { IsWorthSaying: true } && !record.IsSnoozed
        let recommendation = record.Recommendation!
        orderby recommendation.IsUrgent && recommendation.IsLarger descending, recommendation.IsLarger descending, recommendation.CostChange
            ?? 0, record.ResourceId
        select (record, recommendation),
    ];

    /// <summary>What the next digest compares with: the first entries.</summary>
    public IReadOnlyList<DigestEntry> Entries =>
        [
            .. active
                .Take(DigestMark.MaxEntries)
                .Select(found => new DigestEntry(
                    found.Record.ResourceId,
                    found.Recommendation.FromSku,
                    found.Recommendation.FromUnits,
                    found.Recommendation.Sku,
                    found.Recommendation.Units,
                    found.Recommendation.CostChange,
                    found.Recommendation.Currency
                )),
        ];

    /// <summary>
    /// Returns the digest; null when nothing stands and nothing was followed since the last. Where no resource could be evaluated it says
    /// so: no digest would mean that nothing is to be done.
    /// </summary>
    public Notification? Build(NotificationLinks links)
    {
        var followed = ListFollowed();
        var isUnevaluated = UnevaluatedResources.AreAll(records);
        if (active.Count == 0 && followed.Count == 0 && !isUnevaluated)
        {
            return null;
        }

        var larger = active.Count(found => found.Recommendation.IsLarger);
        return NoticeItems.Create(
            "digest",
            larger > 0 || isUnevaluated ? AlertSeverity.Warning : AlertSeverity.Info,
            $"digest/{team.ToLowerInvariant()}/{dueAt.UtcDateTime:yyyy-MM-dd'T'HH:mm}",
            dueAt,
            isUnevaluated ? "No resource could be evaluated" : DescribeTitle(larger),
            string.Join(
                ' ',
                new[]
                {
                    (isUnevaluated ? null : DescribeAge()) ?? UnevaluatedResources.Describe(records),
                    DescribeChanges(followed),
                    NotificationLine.DescribeRest(active.Count),
                    DescribePrices(),
                }.OfType<string>()
            )
        ) with
        {
            Team = team,
            Link = active.Exists(found => found.Recommendation.ApproveLink is not null)
                ? links.CreateApprovalsLink()
                : links.CreateFleetLink(),
            Lines = [.. active.Take(NotificationLine.MaxLines).Select(found => CreateLine(found.Record, found.Recommendation, links))],
            ResourceCount = active.Count,
        };
    }

    // What matters first; the number of all where the first part does not say it.
    private string DescribeTitle(int larger)
    {
        var parts = new[]
        {
            larger > 0 ? $"{Wording.FormatCount(larger, "resource needs", "resources need")} a larger size" : null,
            FormatSum(active.Select(found => found.Recommendation).Where(r => !r.IsLarger).Select(r => (r.CostChange, r.Currency)))
                is { } saving
                ? $"{saving} a month to save"
                : null,
        };
        var (what, all) = (string.Join(", ", parts.OfType<string>()), Wording.FormatCount(active.Count, "recommendation"));
        return what.Length == 0 ? all
            : larger == active.Count ? what
            : $"{what} ({all})";
    }

    private string? DescribeAge() =>
        records.Count > 0 && records.Max(record => record.At) is var newest && dueAt - newest > MaxAge
            ? $"Advisor was stopped: these are the recommendations of {TimeZoneInfo.ConvertTime(newest, zone):yyyy-MM-dd}."
            : null;

    private string? DescribePrices() =>
        EvaluationPrices.Summarize(active.Where(found => found.Recommendation.CostChange is not null).Select(found => found.Record))
            is { } prices
            ? $"Amounts are at {prices}."
            : null;

    private string? DescribeChanges(IReadOnlyList<DigestEntry> followed)
    {
        if (last is not { Entries.Count: > 0 })
        {
            return null;
        }

        // What began before a digest of more than its entries was in the rest of it.
        var isWhole = last.Entries.Count < DigestMark.MaxEntries;
        var known = last.Entries.Select(entry => (entry.ResourceId.ToUpperInvariant(), entry.Units)).ToHashSet();
        var added = active.Count(found =>
            (isWhole || found.Recommendation.Since > last.At)
            && !known.Contains((found.Record.ResourceId.ToUpperInvariant(), found.Recommendation.Units))
        );
        return $"Since the digest of {TimeZoneInfo.ConvertTime(last.DueAt, zone):yyyy-MM-dd}: {Wording.FormatNumber(added)} new"
            + $"{DescribeFollowed(followed, isWhole)}.";
    }

    private static string DescribeFollowed(IReadOnlyList<DigestEntry> followed, bool isWhole)
    {
        if (followed.Count == 0)
        {
            return "";
        }

        const int MaxNames = 5;
        var names = followed
            .Take(MaxNames)
            .Select(entry => $"{ResourceIds.GetName(entry.ResourceId)} is now {new Size(entry.Sku, entry.Units)}")
            .ToList();
        var saved = FormatSum(followed.Where(entry => entry.CostChange < 0).Select(entry => (entry.CostChange, entry.Currency)));
        var among = isWhole ? "" : $" of its first {DigestMark.MaxEntries}";
        return $", {followed.Count}{among} followed ({Wording.ListFirst(names, followed.Count)})"
            + (saved is null ? "" : $", which saves {saved} a month");
    }

    private List<DigestEntry> ListFollowed()
    {
        var now = records.ToDictionary(record => record.ResourceId, StringComparer.OrdinalIgnoreCase);
        return
        [
            .. (last?.Entries ?? []).Where(entry =>
                now.TryGetValue(entry.ResourceId, out var record)
                && string.Equals(record.Sku, entry.Sku, StringComparison.OrdinalIgnoreCase)
                && record.Units == entry.Units
            ),
        ];
    }

    private static NotificationLine CreateLine(EvaluationRecord record, ActiveRecommendation recommendation, NotificationLinks links)
    {
        var change = recommendation is { CostChange: { } amount, Currency: { } currency }
            ? $", {Wording.FormatChange(new Money(amount, currency))} a month"
            : "";
        var sizes = ChangeText.DescribeSizes(recommendation.From, recommendation.To);
        return new NotificationLine(
            $"{ResourceIds.GetName(record.ResourceId)}: {sizes}{change}. {TakeFirstSentence(recommendation.Reason)}".TrimEnd(),
            links.CreateResourceLink(record.ResourceId, record.At),
            recommendation.ApproveLink
        );
    }

    private static string TakeFirstSentence(string? reason) =>
        reason is null ? ""
        : reason.IndexOf(". ", StringComparison.Ordinal) is > 0 and var end ? reason[..(end + 1)]
        : reason;

    // Amounts without their sign; null when there is none, or their currencies differ.
    private static string? FormatSum(IEnumerable<(decimal? Amount, string? Currency)> amounts)
    {
        var known = amounts.Where(amount => amount is { Amount: not null and not 0, Currency: not null }).ToList();
        return known.Count > 0 && known.TrueForAll(amount => amount.Currency == known[0].Currency)
            ? Wording.FormatAmount(new Money(Math.Abs(known.Sum(amount => amount.Amount!.Value)), known[0].Currency!))
            : null;
    }
}
