using Advisor.Functions.Tests.Crashes;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>A report by mail from the published executable: two apps on one storage account, one mail.</summary>
[Collection(nameof(PublishedApp))]
public sealed class ReportEndToEndTests(PublishedApp package)
{
    // Monday; the report is due at 08:00 in Berlin, 07:00 UTC.
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 55, 0, TimeSpan.Zero);

    [Fact]
    public async Task Two_apps_send_the_report_that_is_due_once()
    {
        await using var server = new MailServer();
        using var folder = new TemporaryFolder();
        var configuration = folder.Write(
            "advisor.yaml",
            $"""
            channels:
              - name: mail
                type: email
                host: localhost
                port: {server.Port}
                startTls: false
                from: advisor@example.net
                to: [ops@example.net]
            teams:
              - name: platform
                channels: [mail]
            routes:
              - team: platform
            reports:
              - name: weekly
                day: mon
                at: "08:00"
                timeZone: Europe/Berlin
                to: [dana@example.net]
            """
        );
        await using var installation = await Installation.StartAsync(package.Folder, [.. LocalScenario.Ten.Take(2)], Start);
        for (var i = 0; i < 2; i++)
        {
            await installation.AddHostAsync(with: options =>
                options with
                {
                    Settings = options
                        .Settings.Where(setting => setting.Key is not "Advisor__WebhookUrl")
                        .Append(new("Advisor__ConfigFile", configuration))
                        .ToDictionary(),
                }
            );
        }

        await installation.TickAsync();
        Assert.DoesNotContain(server.Mails, IsReport);
        await installation.TickAsync(TimeSpan.FromMinutes(5));
        await installation.TickAsync();

        var report = Assert.Single(server.Mails, IsReport);
        Assert.Equal("To: dana@example.net", ReceivedMail.ReadHeader(report, "To"));
        var parts = ReceivedMail.ReadParts(report);
        Assert.Contains("- 2 resources: ", parts[0].Text, StringComparison.Ordinal);
        Assert.Contains("<h1>Capacity report</h1>", parts[2].Text, StringComparison.Ordinal);
    }

    private static bool IsReport(string mail) => mail.Contains("Subject: Capacity report, 2026-01-05 (7 days)\n", StringComparison.Ordinal);
}
