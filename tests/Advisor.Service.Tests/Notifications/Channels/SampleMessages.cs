using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Samples;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Tests.Notifications.Channels;

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
                PreviousSeverity = AlertSeverity.Warning,
                EventId = "e-2",
                At = Began.AddMinutes(12),
                Text = "Server load of sr-chat is 94 %, above 90 %.",
            },
            ["repeated"] = Fired with
            {
                Kind = AlertEventKind.Repeated,
                EventId = "e-3",
                At = Began.AddHours(4).AddMinutes(5),
                Proposal = null,
                ApproveLink = null,
                Next = "Clears below 66.5 % for 10 min. Repeats every 4 h.",
            },
            ["resolved"] = Fired with
            {
                Kind = AlertEventKind.Resolved,
                Severities = [AlertSeverity.Warning, AlertSeverity.Critical],
                EventId = "e-4",
                At = Began.AddHours(27),
                Text = "Server load of sr-chat is back to 52 %.",
                Limit = null,
                Proposal = null,
                ApproveLink = null,
                Done = "Changed from 5 to 10 units at 16:40 UTC.",
                Cost =
                    "+242 USD a month, total 495 USD (483 for units + 12 for messages). Basis: 10,000 messages of 2 KB a minute over the "
                    + "last day; list price of 2022 in USD, region not stated",
                Next = null,
                Trend = [0.94, 0.93, 0.9, 0.71, 0.55, 0.52],
            },
            ["group"] = new Notification
            {
                Kind = AlertEventKind.Fired,
                Severity = AlertSeverity.Error,
                DedupKey = "9d5cbb4e0f2a48c79a3a0f8e9a1b2c3d",
                EventId = "e-5",
                Title = "No data: 50 resources in westeurope",
                Text = "No data: 50 resources in westeurope. For example: sr-01 has had no metrics for 15 min.",
                Since = Began,
                At = Began.AddMinutes(10),
                Next = "Advisor does not change the size until there are metrics. Clears after 5 min with metrics. Repeats every 24 h.",
                Team = "chat",
                Link = new Uri("https://advisor.example.net/open/teams/chat"),
                SilenceLink = new Uri("https://advisor.example.net/open/silence?key=9d5c"),
                Resources = [.. Enumerable.Range(1, 25).Select(i => new NotificationResource($"sr-{i:00}", "westeurope"))],
                ResourceCount = 50,
            },
            ["digest"] = CreateSample("digest"),
            ["combined"] = CreateSample("approvals combined"),
            ["conditions"] = CreateSample("alerts grouped"),
            ["explained"] = CreateSample("alert that goes on"),
            ["hostile"] = CreateHostile(
                "**[x](http://evil.example)** <b>&amp;</b> ${secret} {{DATE(2026-03-02T00:00:00Z)}} @{triggerBody()} <!channel> "
                    + ":fire:\r\nSubject: y\u202Etxt.exe"
            ),
        };

    /// <summary>All of them, and the longest, the barest and an empty one.</summary>
    public static IReadOnlyList<Notification> WithExtremes { get; } =
    [
        .. All.Values,
        CreateHostile(new string('"', 5000)) with
        {
            Resources = [.. Enumerable.Range(0, 500).Select(i => new NotificationResource($"sr-{i}"))],
        },
        Fired with
        {
            Link = null,
            ApproveLink = null,
            SilenceLink = null,
            PortalLink = null,
            Resources = [],
            Trend = [],
        },
        CreateHostile(""),
    ];

    public static Notification Fired =>
        new()
        {
            Kind = AlertEventKind.Fired,
            Severity = AlertSeverity.Warning,
            DedupKey = "3f0c8a7d51e94b62a6c07f1d2b9e8a45",
            EventId = "e-1",
            Title = "Server load: sr-chat",
            Text = "Server load of sr-chat is 78 %, above the target of 70 %.",
            Since = Began,
            At = Began.AddMinutes(3),
            Limit = "server load, target 70 %",
            Proposal = "Standard_S1 x 7 instead of Standard_S1 x 5",
            Cost =
                "+97 USD a month, total 350 USD (338 for units + 12 for messages). Basis: 10,000 messages of 2 KB a minute over the last "
                + "day; list price of 2022 in USD, region not stated",
            Next = "The change is waiting for approval. Clears below 66.5 % for 10 min. Repeats every 4 h.",
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
            TrendName = "units required, 2 h",
            Trend = [0.41, 0.43, 0.47, 0.5, null, 0.56, 0.6, 0.66, 0.7, 0.74, 0.78],
        };

    /// <summary>A sample of <c>notify test --sample</c> without its mark, with links that are the same in each run.</summary>
    private static Notification CreateSample(string kind)
    {
        var sample = SampleNotifications
            .Create(RuleSetLoader.Embedded, "chat", new DateTimeOffset(2026, 3, 2, 8, 0, 0, TimeSpan.Zero))
            .Single(sample => sample.Kind == kind)
            .Notification;
        return sample with
        {
            Title = sample.Title.Replace("Sample: ", "", StringComparison.Ordinal),
            Text = sample
                .Text.Replace("This is a sample: no action needed, and its links do not work.", "", StringComparison.Ordinal)
                .Trim(),
            Link = RemoveKeys(sample.Link),
            ApproveLink = RemoveKeys(sample.ApproveLink),
            SilenceLink = RemoveKeys(sample.SilenceLink),
            Lines = sample
                .Lines?.Select(line => new NotificationLine(
                    line.Text,
                    RemoveKeys(line.Link),
                    RemoveKeys(line.ApproveLink),
                    RemoveKeys(line.SilenceLink)
                ))
                .ToList(),
        };
    }

    // Each run signs with a key of its own, and ids of approvals are random.
    private static Uri? RemoveKeys(Uri? link) =>
        link is null ? null
        : AppLinks.FindApprovalId(link) is { } id
            ? new Uri(AppLinks.RemoveToken(link).AbsoluteUri.Replace(id, "a-1", StringComparison.Ordinal))
        : AppLinks.RemoveToken(link);

    /// <summary>Alerts of three resources, grouped as the service does it, with outside text in names, regions and the team.</summary>
    public static Notification CreateGrouped(string text) =>
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
            NotificationLinks.None
        );

    /// <summary>The same outside text wherever a message can hold one.</summary>
    public static Notification CreateHostile(string text) =>
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
