using Advisor.Core.Decisions;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Notifications.Samples;

/// <summary>
/// The sample digest: an overload, a tier that is too small, a size that was too small at times and three savings; and what became of the
/// digest before.
/// </summary>
internal sealed class SampleDigest(SampleRecords records, AppLinks app, string team, DateTimeOffset now)
{
    private const string S1 = "Standard_S1";

    public Notification Create(NotificationLinks links)
    {
        List<EvaluationRecord> fleet =
        [
            CreateRecord("sample-night", S1, 20, S1, 8, "8 units are the size to keep: no minute of the last 14 days needed more."),
            CreateRecord(
                "sample-orders",
                S1,
                3,
                S1,
                4,
                "At 3 units, 41 minutes in 14 days would be above target (none well above), worst on Tue 24 Feb "
                    + "from 09:00 UTC. 4 are the size to keep: no minute would have been above target."
            ),
            CreateRecord(
                "sample-live",
                S1,
                5,
                S1,
                7,
                "Needs 5.61 units now and up to 6.40 before a change could take effect; 5 are too few, 7 are enough.",
                isUrgent: true
            ),
            CreateRecord(
                "sample-games",
                S1,
                100,
                "Premium_P2",
                200,
                "No size of Standard_S1 is enough; Premium_P2 x 200 is.",
                isUrgent: true
            ),
            CreateRecord("sample-legacy", S1, 5, S1, 4, "4 units are the size to keep: no minute of the last 14 days needed more."),
            CreateRecord(
                "sample-media",
                "Premium_P1",
                30,
                "Premium_P1",
                20,
                "20 units are the size to keep: 12 minutes of the last 14 days needed more, none well above target."
            ),
            CreateFollowed("sample-news", 3),
            CreateFollowed("sample-search", 6),
        ];
        var last = new DigestMark(
            team,
            "weekly",
            now.AddDays(-7),
            [
                CreateEntry("sample-night", S1, 20, 8),
                CreateEntry("sample-orders", S1, 3, 4),
                CreateEntry("sample-news", S1, 5, 3),
                CreateEntry("sample-search", S1, 5, 6),
            ],
            now
        );
        return new DigestBuilder(team, fleet, last, now, TimeZoneInfo.Utc).Build(links)!;
    }

    private EvaluationRecord CreateRecord(
        string name,
        string fromSku,
        int from,
        string sku,
        int units,
        string reason,
        bool isUrgent = false
    )
    {
        var resource = records.CreateResource(name, from);
        var change = records.ComputeCostChange(fromSku, from, sku, units);
        return CreateEvaluation(resource.Id, fromSku, from) with
        {
            Recommendation = new ActiveRecommendation
            {
                Action =
                    sku != fromSku ? ScalingAction.Advise
                    : units > from ? ScalingAction.ScaleOut
                    : ScalingAction.ScaleIn,
                FromSku = fromSku,
                FromUnits = from,
                Sku = sku,
                Units = units,
                Since = now.AddHours(-3),
                SeenAt = now,
                IsUrgent = isUrgent,
                IsWorthSaying = true,
                Reason = reason,
                CostChange = change?.Amount,
                Currency = change?.Currency,
                // A change of tier is made by hand.
                ApproveLink = sku == fromSku ? CreateApproval(resource.Id) : null,
            },
        };
    }

    private EvaluationRecord CreateFollowed(string name, int units) => CreateEvaluation(SampleRecords.CreateResourceId(name), S1, units);

    private EvaluationRecord CreateEvaluation(string id, string sku, int units) =>
        new()
        {
            ResourceId = id,
            Service = "signalr",
            Region = records.Resource.Region,
            Sku = sku,
            Units = units,
            At = now,
        };

    private DigestEntry CreateEntry(string name, string sku, int from, int units)
    {
        var change = records.ComputeCostChange(sku, from, sku, units);
        return new(SampleRecords.CreateResourceId(name), sku, from, sku, units, change?.Amount, change?.Currency);
    }

    private Uri CreateApproval(string id) =>
        app.CreateApproval(new ApprovalRequest(id, now, ChangeRecord.CreateId(id, now), "", "sample")).Link;
}
