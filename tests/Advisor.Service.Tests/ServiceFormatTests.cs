using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;

namespace Advisor.Service.Tests;

/// <summary>
/// The messages of queues and the contents of rows that the service writes. A golden file holds what version 1 wrote, with every field,
/// and is never rewritten: a message of an earlier build may wait in a queue while a new build is deployed.
/// </summary>
public sealed class ServiceFormatTests
{
    private const string Resource = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/sr-chat";

    private static readonly DateTimeOffset At = new(2026, 1, 5, 10, 3, 0, TimeSpan.Zero);

    private static readonly Dictionary<string, object> Records = new object[]
    {
        new EvaluationBatch
        {
            Tick = At,
            Name = "s/westeurope/signalr/0",
            ResourceIds = [Resource],
            RegionalUnitsLeft = 7,
            Quota = new QuotaOrigin(1500, QuotaSource.Azure, At.AddMinutes(-30)),
            QuotaRefusedAt = At.AddHours(-1),
            PreviousActivity = new RegionActivity(At, At.AddMinutes(-1), 40, 2),
        },
        new OutboxKey(OutboxKind.Delivery, "teams/chat", At, "e"),
        new ChangeRequest
        {
            FromSku = "Standard_S1",
            FromUnits = 3,
            ToSku = "Premium_P1",
            ToUnits = 4,
            OverridesFreeze = true,
            ExceedsKnownQuota = true,
            Priority = ChangePriority.ScaleOut,
            ApprovalId = "a",
            PlanHash = "h",
            EvaluatedAt = At.AddMinutes(20),
            Reason = "Needs 3.20 units now.",
            Cost = "+48 USD a month",
        },
        new AlertEvent
        {
            Kind = AlertEventKind.Updated,
            DedupKey = "d",
            EventId = "e",
            Subject = new AlertSubject(AlertSubjectKind.Channel, Resource, "sr-chat", "chat", "westeurope") { UnknownTeam = "chta" },
            Condition = "serverLoad",
            Severity = AlertSeverity.Critical,
            PreviousSeverity = AlertSeverity.Error,
            Severities = [AlertSeverity.Error, AlertSeverity.Critical],
            Since = At.AddMinutes(-5),
            At = At,
            Number = 0.91,
            Target = 0.7,
            Text = "Server load is 91 %.",
            IsFlapping = true,
            IsExplained = true,
            Limit = "server load, 70 %",
            Done = "Nothing.",
            Proposal = "Scale out to 4 units.",
            Cost = "+48 USD a month",
            Next = "Repeats every 4 h.",
            ApproveLink = new Uri("https://advisor.example.com/a"),
            TrendName = "server load, 2 h",
            Trend = [0.5, null, 0.91],
        },
        new Notification
        {
            Topic = "changed",
            Kind = AlertEventKind.Repeated,
            Severity = AlertSeverity.Error,
            PreviousSeverity = AlertSeverity.Warning,
            Severities = [AlertSeverity.Warning, AlertSeverity.Error],
            DedupKey = "d",
            EventId = "e",
            Title = "Server load: sr-chat",
            Incident = "Alerts of chat",
            Text = "Server load is 91 %.",
            Since = At.AddMinutes(-5),
            At = At,
            Limit = "server load, 70 %",
            Done = "Nothing.",
            Proposal = "Scale out to 4 units.",
            Cost = "+48 USD a month",
            Next = "Repeats every 4 h.",
            Team = "chat",
            Link = new Uri("https://advisor.example.com/r"),
            ApproveLink = new Uri("https://advisor.example.com/a"),
            SilenceLink = new Uri("https://advisor.example.com/s"),
            PortalLink = new Uri("https://portal.azure.com/#resource"),
            Resources =
            [
                new NotificationResource("sr-chat", "westeurope", Resource)
                {
                    Tags = new Dictionary<string, string>(StringComparer.Ordinal) { ["env"] = "prod" },
                },
            ],
            ResourceCount = 3,
            Lines =
            [
                new NotificationLine(
                    "sr-chat: 3 to 4",
                    new Uri("https://advisor.example.com/r"),
                    new Uri("https://advisor.example.com/a"),
                    new Uri("https://advisor.example.com/s")
                ),
            ],
            Alerts = [new NotificationAlert("d1", AlertEventKind.Fired, AlertSeverity.Error, "serverLoad", Resource)],
            AlertCount = 120,
            TrendName = "server load, 2 h",
            Trend = [0.5, null, 0.91],
            Report = "chat weekly",
        },
        new ResourceSnapshot
        {
            Id = Resource,
            Name = "sr-chat",
            SubscriptionId = "s",
            ResourceGroup = "g",
            Service = ServiceKind.WebPubSub,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 3,
            ServiceMode = ServiceMode.Serverless,
            ProvisioningState = "Updating",
            Tags = new Dictionary<string, string>(StringComparer.Ordinal) { ["advisor-mode"] = "auto" },
            Replicas = [new Replica("sr-chat-east", "eastus", 2)],
            Peers = [Resource + "/replicas/sr-chat-east"],
            HasUnknownPeers = true,
            Endpoints = [Resource + "-us"],
            FormerPeers = [Resource + "/replicas/sr-chat-asia"],
            IsServing = false,
            AutoscaleSetting = "by-load",
            CreatedAt = At.AddDays(-40).AddTicks(1),
            MissedLists = 2,
        },
        new ApprovalPlan
        {
            Name = "sr-chat",
            Service = "SignalR",
            Region = "westeurope",
            FromSku = "Standard_S1",
            FromUnits = 3,
            ToSku = "Premium_P1",
            ToUnits = 4,
            Action = ScalingAction.ChangeTier,
            Mode = AdvisorMode.Auto,
            Reasons = [new Reason("Overload", "Server load is 91 %, above 70 %.")],
            CostChange = new Money(48.5m, "USD"),
            Cost = "+48 USD a month",
            DropRatio = 0.4,
        },
    }.ToDictionary(record => record.GetType().Name, StringComparer.Ordinal);

    public static TheoryData<string> Kinds => [.. Records.Keys];

    [Fact]
    public void Every_format_has_a_golden_file() =>
        Assert.Equal(
            typeof(ServiceJson)
                .GetCustomAttributesData()
                .Where(attribute => attribute.AttributeType == typeof(JsonSerializableAttribute))
                .Select(attribute => ((Type)attribute.ConstructorArguments[0].Value!).Name)
                .Order(StringComparer.Ordinal),
            // The head stands in the state document, which has golden bytes of its own.
            Records.Keys.Append(nameof(ResourceStateHead)).Order(StringComparer.Ordinal)
        );

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_bytes_of_version_1_are_read_as_the_record_that_wrote_them(string kind)
    {
        var golden = GoldenBytes.ReadAny("Advisor.Service.Tests", kind + "-v1");

        Assert.Equivalent(
            Records[kind],
            JsonSerializer.Deserialize(golden, ServiceJsonFormat.Default.GetTypeInfo(Records[kind].GetType())!)
        );
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_bytes_of_version_1_are_written_as_they_stand(string kind)
    {
        var type = ServiceJsonFormat.Default.GetTypeInfo(Records[kind].GetType())!;

        Assert.Equal(
            GoldenBytes.Show(GoldenBytes.ReadAny("Advisor.Service.Tests", kind + "-v1")),
            GoldenBytes.Show(JsonSerializer.SerializeToUtf8Bytes(Records[kind], type))
        );
    }

    [Fact]
    public void The_bytes_before_lines_had_links_to_silence_are_read()
    {
        var record = (Notification)Records[nameof(Notification)];
        var golden = GoldenBytes.ReadAny("Advisor.Service.Tests", nameof(Notification) + "-v1-earlier");

        Assert.Equivalent(
            record with
            {
                PreviousSeverity = null,
                Severities = null,
                Incident = null,
                Alerts = null,
                AlertCount = null,
                Lines = [record.Lines![0] with { SilenceLink = null }],
            },
            JsonSerializer.Deserialize(golden, ServiceJsonFormat.Default.Notification),
            strict: true
        );
    }

    [Fact]
    public void The_bytes_before_an_alert_had_the_severities_of_its_messages_are_read()
    {
        var golden = GoldenBytes.ReadAny("Advisor.Service.Tests", nameof(AlertEvent) + "-v1-earlier");

        Assert.Equivalent(
            (AlertEvent)Records[nameof(AlertEvent)] with
            {
                Severities = null,
            },
            JsonSerializer.Deserialize(golden, ServiceJsonFormat.Default.AlertEvent),
            strict: true
        );
    }

    [Fact]
    public void The_bytes_before_a_batch_had_the_source_of_its_quota_are_read()
    {
        var golden = GoldenBytes.ReadAny("Advisor.Service.Tests", nameof(EvaluationBatch) + "-v1-earlier");

        Assert.Equivalent(
            (EvaluationBatch)Records[nameof(EvaluationBatch)] with
            {
                Quota = null,
            },
            JsonSerializer.Deserialize(golden, ServiceJsonFormat.Default.EvaluationBatch),
            strict: true
        );
    }

    [Fact]
    public void The_bytes_before_a_resource_had_peers_are_read()
    {
        var golden = GoldenBytes.ReadAny("Advisor.Service.Tests", nameof(ResourceSnapshot) + "-v1-earlier");

        Assert.Equivalent(
            (ResourceSnapshot)Records[nameof(ResourceSnapshot)] with
            {
                Peers = null,
                HasUnknownPeers = null,
                Endpoints = null,
                FormerPeers = null,
                IsServing = null,
                CreatedAt = null,
            },
            JsonSerializer.Deserialize(golden, ServiceJsonFormat.Default.ResourceSnapshot),
            strict: true
        );
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_golden_record_has_every_field(string kind) =>
        Assert.DoesNotContain(
            Records[kind].GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance),
            property =>
                property.CanWrite
                && !property.IsDefined(typeof(System.Text.Json.Serialization.JsonIgnoreAttribute))
                && property.GetValue(Records[kind]) is null or "" or System.Collections.ICollection { Count: 0 }
        );

    [Fact]
    public void A_snapshot_of_another_version_is_left_to_the_next_listing()
    {
        var golden = GoldenBytes.ReadAny("Advisor.Service.Tests", nameof(ResourceSnapshot) + "-v1");

        Assert.Equal("sr-chat", ResourceSnapshot.Read(1, golden)?.Name);
        Assert.Null(ResourceSnapshot.Read(2, golden));
    }

    /// <summary>A snapshot has all of a resource but its settings, which are resolved each time.</summary>
    [Fact]
    public void What_was_listed_is_read_back()
    {
        var listed = ((ResourceSnapshot)Records[nameof(ResourceSnapshot)]).Resource;

        Assert.Equivalent(listed, ResourceSnapshot.Read(ResourceSnapshot.Version, ResourceSnapshot.Write(listed)), strict: true);
    }
}
