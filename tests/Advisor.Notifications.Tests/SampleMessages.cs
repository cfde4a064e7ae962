using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notify;

namespace Advisor.Notifications.Tests;

/// <summary>Messages as the alerts make them, one of each sort.</summary>
internal static class SampleMessages
{
    private static readonly DateTimeOffset Began = new(2026, 3, 2, 14, 5, 0, TimeSpan.Zero);

    public static IReadOnlyDictionary<string, Notification> All { get; } =
        new Dictionary<string, Notification>(StringComparer.Ordinal)
        {
            ["fired"] = Fired,
            ["updated"] = Fired with
            {
                Kind = AlertEventKind.Updated,
                Severity = AlertSeverity.Critical,
                EventId = "e-2",
                At = Began.AddMinutes(12),
                Title = "server load above 90 % on sr-chat",
                Text = "Server load is 94 % at 5 units; the limit is 90 %.",
            },
            ["repeated"] = Fired with
            {
                Kind = AlertEventKind.Repeated,
                EventId = "e-3",
                At = Began.AddHours(4).AddMinutes(5),
                Proposal = null,
                ApproveLink = null,
            },
            ["resolved"] = Fired with
            {
                Kind = AlertEventKind.Resolved,
                EventId = "e-4",
                At = Began.AddHours(27),
                Text = "Server load is 52 % at 10 units.",
                Proposal = null,
                ApproveLink = null,
                Done = "scaled out Standard_S1 from 5 to 10 units",
                Cost =
                    "+242 USD a month: 386 units + 12 messages = 398 USD (10,000 messages of 2 KB a minute over the last day; "
                    + "list price of 2022 in USD, no region)",
                Next = null,
                Trend = [0.94, 0.93, 0.9, 0.71, 0.55, 0.52],
            },
            ["group"] = new Notification
            {
                Kind = AlertEventKind.Fired,
                Severity = AlertSeverity.Error,
                DedupKey = "9d5cbb4e0f2a48c79a3a0f8e9a1b2c3d",
                EventId = "e-5",
                Title = "no data of 50 resources in westeurope",
                Text = "No metrics for 10 minutes or longer; the sizes stay.",
                Since = Began,
                At = Began.AddMinutes(10),
                Done = "scale-in is paused there",
                Next = "Advisor continues as soon as metrics are back.",
                Team = "chat",
                Link = new Uri("https://advisor.example.net/open/teams/chat"),
                SilenceLink = new Uri("https://advisor.example.net/open/silence?key=9d5c"),
                Resources = [.. Enumerable.Range(1, 25).Select(i => new NotificationResource($"sr-{i:00}", "westeurope"))],
                ResourceCount = 50,
            },
            ["hostile"] = Hostile(
                "**[x](http://evil.example)** <b>&amp;</b> ${secret} {{DATE(2026-03-02T00:00:00Z)}} @{triggerBody()} <!channel> "
                    + ":fire:\r\nSubject: y\u202Etxt.exe"
            ),
        };

    public static Notification Fired =>
        new()
        {
            Kind = AlertEventKind.Fired,
            Severity = AlertSeverity.Warning,
            DedupKey = "3f0c8a7d51e94b62a6c07f1d2b9e8a45",
            EventId = "e-1",
            Title = "server load above 70 % on sr-chat",
            Text = "Server load is 78 % at 5 units; the target is 70 %.",
            Since = Began,
            At = Began.AddMinutes(3),
            Limit = "server load, 70 %",
            Proposal = "scale out Standard_S1 from 5 to 7 units",
            Cost =
                "+97 USD a month: 242 units + 12 messages = 254 USD (10,000 messages of 2 KB a minute over the last day; list "
                + "price of 2022 in USD, no region)",
            Next = "Waiting for approval; repeats in 4 h.",
            Team = "chat",
            Link = new Uri("https://advisor.example.net/open/resources/sr-chat"),
            ApproveLink = new Uri("https://advisor.example.net/open/approve?change=c-17&code=abc"),
            SilenceLink = new Uri("https://advisor.example.net/open/silence?key=3f0c"),
            PortalLink = new Uri(
                "https://portal.azure.com/#resource/subscriptions/0/resourceGroups/rg/providers/Microsoft.SignalRService/signalR/sr-chat"
            ),
            Resources =
            [
                new NotificationResource(
                    "sr-chat",
                    "westeurope",
                    "/subscriptions/0/resourceGroups/rg/providers/Microsoft.SignalRService/signalR/sr-chat"
                )
                {
                    Tags = new SortedDictionary<string, string>(StringComparer.Ordinal) { ["env"] = "prod", ["owner"] = "chat" },
                },
            ],
            TrendName = "server load, 2 h",
            Trend = [0.41, 0.43, 0.47, 0.5, null, 0.56, 0.6, 0.66, 0.7, 0.74, 0.78],
        };

    /// <summary>Alerts of three resources, grouped as the service does it, with outside text in names, regions and the team.</summary>
    public static Notification Grouped(string text) =>
        NotificationBuilder.Create(
            AlertGrouping.CreateGroup(
                text,
                [
                    .. Enumerable
                        .Range(0, 3)
                        .Select(i => new AlertEvent
                        {
                            Kind = AlertEventKind.Fired,
                            DedupKey = $"key-{i}",
                            EventId = $"event-{i}",
                            Subject = new AlertSubject(
                                AlertSubjectKind.Resource,
                                $"/subscriptions/0/{i}/{text}",
                                $"{i}-{text}",
                                text,
                                text
                            ),
                            Condition = i == 2 ? "connections" : "serverLoad",
                            Severity = AlertSeverity.Warning,
                            Since = Began,
                            At = Began.AddMinutes(i),
                            Text = $"{text} is at 78 %.",
                        }),
                ]
            ),
            NotificationBuilder.DescribeCondition
        );

    /// <summary>The same outside text wherever a message can hold one.</summary>
    public static Notification Hostile(string text) =>
        Fired with
        {
            Title = "server load over 70 % on " + text,
            Text = "At " + text + " it is 78 %.",
            Limit = text,
            Proposal = text,
            Done = text,
            Cost = text,
            Next = text,
            Team = text,
            TrendName = text,
            Resources =
            [
                new NotificationResource(text, text, text)
                {
                    Tags = new SortedDictionary<string, string>(StringComparer.Ordinal) { [text] = text },
                },
            ],
        };
}
