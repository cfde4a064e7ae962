using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Tests.Recommendations;

/// <summary>What a digest says, from what is recommended and from the digest before it.</summary>
public sealed class DigestTests
{
    private static readonly DateTimeOffset Due = new(2026, 1, 12, 8, 0, 0, TimeSpan.Zero);

    [Fact]
    public void What_needs_more_comes_first_then_the_largest_saving()
    {
        var digest = Build(
            CreateRecommended("small", 5, 4, -48.30m),
            CreateRecommended("full", 2, 4, 96.60m, isUrgent: true),
            CreateRecommended("large", 20, 8, -579.60m),
            CreateRecommended("tight", 3, 5, 96.60m)
        )!;

        Assert.Equal("2 resources need a larger size, 628 USD a month to save (4 recommendations)", digest.Title);
        Assert.Equal(
            [
                "full: Standard_S1 x 2 to Standard_S1 x 4, +97 USD a month. 4 are the size to keep.",
                "tight: Standard_S1 x 3 to Standard_S1 x 5, +97 USD a month. 5 are the size to keep.",
                "large: Standard_S1 x 20 to Standard_S1 x 8, -580 USD a month. 8 are the size to keep.",
                "small: Standard_S1 x 5 to Standard_S1 x 4, -48 USD a month. 4 are the size to keep.",
            ],
            digest.Lines!.Select(line => line.Text)
        );
    }

    [Fact]
    public void Its_amounts_name_their_prices()
    {
        var record = CreateRecommended("small", 5, 4, -48.30m) with
        {
            CostNow = new EvaluationCost(241.50m, 0, 241.50m, "USD"),
            Prices = new EvaluationPrices(PriceSource.Retail, "2026-11-25", "westeurope", null, null),
        };

        Assert.Equal("Amounts are at retail prices of 2026-11-25.", Build(record)!.Text);
    }

    [Theory]
    [InlineData(24, "")] // advisor watch --once, once a day
    [InlineData(25, "Advisor was stopped: these are the recommendations of 2026-01-11.")]
    public void After_a_stop_of_Advisor_it_says_of_when_it_is(int hours, string text)
    {
        var newest = CreateRecommended("small", 5, 4, -48.30m) with { At = Due.AddHours(-hours) };
        var failing = CreateRecommended("silent", 5, 4, -48.30m) with { At = Due.AddDays(-9) };

        Assert.Equal(text, Build(newest, failing)!.Text);
    }

    // A recommendation that is missing for want of metrics is not one that was followed: four of six resources have none to act on.
    [Fact]
    public void Resources_that_could_not_be_evaluated_are_named_so_that_their_savings_do_not_seem_gone()
    {
        var digest = Build(
            CreateRecommended("small", 5, 4, -48.30m),
            CreateRecord("fine", 3) with
            {
                State = EvaluationState.Ok,
            },
            CreateRecord("forbidden", 3) with
            {
                State = EvaluationState.Failed,
            },
            CreateRecord("silent", 3) with
            {
                State = EvaluationState.StaleMetrics,
            },
            CreateRecord("new", 3) with
            {
                State = EvaluationState.InsufficientData,
            },
            CreateRecord("dark", 3) with
            {
                State = EvaluationState.MetricsOutage,
            }
        )!;

        Assert.Equal(
            "4 of 6 resources could not be evaluated, and nothing is recommended for them: dark, forbidden, new, silent.",
            digest.Text
        );
    }

    // Without a digest the team would take it that there is nothing to do. There are no recommendations of an earlier day either.
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void A_team_whose_resources_could_all_not_be_evaluated_gets_a_digest_that_says_so(int daysAgo)
    {
        var digest = Build(
            CreateRecord("forbidden", 3) with
            {
                State = EvaluationState.Failed,
                At = Due.AddDays(-daysAgo),
            },
            CreateRecord("silent", 3) with
            {
                State = EvaluationState.StaleMetrics,
                At = Due.AddDays(-daysAgo),
            }
        );

        Assert.Equal(
            (
                AlertSeverity.Warning,
                "No resource could be evaluated",
                "2 of 2 resources could not be evaluated, and nothing is recommended for them: forbidden, silent."
            ),
            (digest?.Severity, digest?.Title, digest?.Text)
        );
    }

    [Fact]
    public void It_says_what_is_new_and_what_was_followed_since_the_last()
    {
        // Of three, "followed" runs at the size of the last digest now, "open" still waits, and "fresh" was not in it.
        var before = new DigestMark(
            "chat",
            "weekly (UTC)",
            Due.AddDays(-7),
            [CreateEntry("followed", 5, 3, -96.60m), CreateEntry("open", 9, 6, -144.90m)],
            Due
        );

        var digest = Build(
            before,
            CreateRecord("followed", 3),
            CreateRecommended("open", 9, 6, -144.90m),
            CreateRecommended("fresh", 4, 2, -96.60m)
        )!;

        Assert.Equal("242 USD a month to save (2 recommendations)", digest.Title);
        Assert.Equal(
            "Since the digest of 2026-01-05: 1 new, 1 followed (followed is now Standard_S1 x 3), which saves 97 USD a month.",
            digest.Text
        );
    }

    // Monday 5 January, 08:00 in Auckland, 13 hours ahead, is Sunday 19:00 UTC.
    [Fact]
    public void The_digest_before_has_the_date_of_the_time_zone_of_the_digest()
    {
        var monday = new DateTimeOffset(2026, 1, 4, 19, 0, 0, TimeSpan.Zero);
        var before = new DigestMark("chat", "weekly (Pacific/Auckland)", monday, [CreateEntry("open", 9, 6, -144.90m)], monday);

        var digest = Build(IanaTimeZones.Find("Pacific/Auckland")!, before, CreateRecommended("open", 9, 6, -144.90m))!;

        Assert.Equal("Since the digest of 2026-01-05: 0 new.", digest.Text);
    }

    // Of 160 recommendations of the last digest, its mark has the first 150; r001 and r002 run at their size now, and r160 began since.
    [Fact]
    public void What_was_beyond_the_entries_that_are_kept_of_the_last_digest_is_not_new()
    {
        var sent = Due.AddDays(-7);
        var entries = Enumerable.Range(1, DigestMark.MaxEntries).Select(i => CreateEntry($"r{i:000}", 5, 4, -48.30m));
        var before = new DigestMark("chat", "weekly (UTC)", sent, [.. entries], sent.AddMinutes(5));

        var digest = Build(
            before,
            [
                CreateRecord("r001", 4),
                CreateRecord("r002", 4),
                .. Enumerable.Range(3, 157).Select(i => CreateRecommended($"r{i:000}", 5, 4, -48.30m, since: sent.AddDays(-1))),
                CreateRecommended("r160", 5, 4, -48.30m, since: Due.AddDays(-1)),
            ]
        )!;

        Assert.StartsWith(
            "Since the digest of 2026-01-05: 1 new, 2 of its first 150 followed (r001 is now Standard_S1 x 4, "
                + "r002 is now Standard_S1 x 4), which saves 97 USD a month.",
            digest.Text
        );
    }

    // A digest of 1,200 after one that had another resource only.
    [Fact]
    public void Its_counts_have_grouped_digits()
    {
        var before = new DigestMark("chat", "weekly (UTC)", Due.AddDays(-7), [CreateEntry("gone", 5, 4, -48.30m)], Due.AddDays(-7));

        var digest = Build(before, [.. Enumerable.Range(1, 1200).Select(i => CreateRecommended($"r{i:0000}", 5, 4, -48.30m))])!;

        Assert.StartsWith("Since the digest of 2026-01-05: 1,200 new.", digest.Text);
    }

    [Fact]
    public void Nothing_to_say_is_no_digest() =>
        Assert.Null(
            Build(
                CreateRecord("kept", 3),
                CreateRecommended("little", 100, 99, -3m, isWorthSaying: false),
                CreateRecommended("snoozed", 5, 3, -96m) with
                {
                    IsSnoozed = true,
                }
            )
        );

    [Fact]
    public void Ten_lines_are_listed_and_the_others_counted()
    {
        var digest = Build([.. Enumerable.Range(1, 14).Select(i => CreateRecommended($"r{i:00}", 5, 4, -48.30m))])!;

        Assert.Equal(10, digest.Lines!.Count);
        Assert.Equal("The first 10 of 14 are listed; the fleet page has all.", digest.Text);
        Assert.Equal("676 USD a month to save (14 recommendations)", digest.Title);
    }

    private static Notification? Build(params EvaluationRecord[] records) => Build(null, records);

    private static Notification? Build(DigestMark? last, params EvaluationRecord[] records) => Build(TimeZoneInfo.Utc, last, records);

    private static Notification? Build(TimeZoneInfo zone, DigestMark? last, params EvaluationRecord[] records) =>
        new DigestBuilder("chat", records, last, Due, zone).Build(NotificationLinks.None);

    private static EvaluationRecord CreateRecommended(
        string name,
        int from,
        int to,
        decimal change,
        bool isUrgent = false,
        bool isWorthSaying = true,
        DateTimeOffset? since = null
    ) =>
        CreateRecord(name, from) with
        {
            Recommendation = new ActiveRecommendation
            {
                Action = to > from ? ScalingAction.ScaleOut : ScalingAction.ScaleIn,
                FromSku = "Standard_S1",
                FromUnits = from,
                Sku = "Standard_S1",
                Units = to,
                Since = since ?? Due.AddDays(-1),
                SeenAt = Due,
                IsUrgent = isUrgent,
                IsWorthSaying = isWorthSaying,
                Reason = $"{to} are the size to keep. The rest of the reason is on the page.",
                CostChange = change,
                Currency = "USD",
            },
        };

    private static EvaluationRecord CreateRecord(string name, int units) =>
        new()
        {
            ResourceId = "/r/" + name,
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = units,
            At = Due,
        };

    private static DigestEntry CreateEntry(string name, int from, int to, decimal change) =>
        new("/r/" + name, "Standard_S1", from, "Standard_S1", to, change, "USD");
}
