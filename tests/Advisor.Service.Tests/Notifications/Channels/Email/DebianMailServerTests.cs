using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Channels.Email;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels.Email;

/// <summary>Mails to a server that others wrote, aiosmtpd, which takes none before STARTTLS and AUTH PLAIN.</summary>
public sealed class DebianMailServerTests
{
    private const string Missing = "needs aiosmtpd (Debian: python3-aiosmtpd): run tests/run";
    private const string Python = "/usr/bin/python3";

    public static bool IsPresent => Directory.Exists("/usr/lib/python3/dist-packages/aiosmtpd");

    [Fact(Skip = Missing, SkipUnless = nameof(IsPresent))]
    public async Task A_mail_arrives_under_TLS_after_the_sign_in()
    {
        using var server = await StartedServer.StartAsync();
        using var channelFixture = new ChannelFixture();

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(server.CreateChannel(channelFixture)));

        var mail = JsonDocument.Parse((await server.ReadLineAsync())!).RootElement;
        Assert.True(mail.GetProperty("tls").GetBoolean());
        Assert.Equal("PLAIN advisor", mail.GetProperty("user").GetString());
        Assert.Equal("advisor@example.net", mail.GetProperty("from").GetString());
        Assert.Equal("ops@example.net", Assert.Single(mail.GetProperty("to").EnumerateArray()).GetString());
        var expected = EmailText.Render(SampleMessages.Fired, "example.net");
        var text = mail.GetProperty("text").GetString()!.ReplaceLineEndings("\n");
        Assert.Contains("Subject: " + expected.Subject + "\n", text, StringComparison.Ordinal);
        Assert.Equal(expected.Text.TrimEnd(), ReceivedMail.ReadTextParts(text)[0].Text);
    }

    [Fact(Skip = Missing, SkipUnless = nameof(IsPresent))]
    public async Task A_wrong_password_is_named_and_no_mail_arrives()
    {
        using var server = await StartedServer.StartAsync(password: "another");
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(server.CreateChannel(channelFixture));

        Assert.Equal(DeliveryStatus.ChannelUnhealthy, report.Status);
        Assert.Contains("password", report.Problem, StringComparison.Ordinal);
        Assert.Null(await server.EndAsync());
    }

    private sealed class StartedServer(TemporaryFolder folder, Process process, string thumbprint, int port) : IDisposable
    {
        public static async Task<StartedServer> StartAsync(string password = "T0P-S3CRET-key")
        {
            var folder = new TemporaryFolder();
            using var certificate = SelfSigned.Create("localhost");
            using var key = certificate.GetRSAPrivateKey()!;
            string[] arguments =
            [
                RepositoryFiles.GetPath("tests", "smtpd.py"),
                folder.Write("certificate.pem", certificate.ExportCertificatePem()),
                folder.Write("key.pem", key.ExportPkcs8PrivateKeyPem()),
                "advisor",
                password,
            ];
            var process = Process.Start(
                new ProcessStartInfo(Python, arguments)
                {
                    RedirectStandardInput = true,
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    UseShellExecute = false,
                }
            )!;
            process.BeginErrorReadLine();
            var port = await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
            return new StartedServer(folder, process, certificate.Thumbprint, int.Parse(port!, CultureInfo.InvariantCulture));
        }

        public NotificationChannel CreateChannel(ChannelFixture channelFixture) =>
            new(
                "mail",
                new SmtpAttempt(
                    new EmailSettings
                    {
                        Host = "localhost",
                        Port = port,
                        StartTls = true,
                        User = "advisor",
                        Password = ChannelFixture.Key,
                        From = "advisor@example.net",
                        To = ["ops@example.net"],
                    },
                    channelFixture.Secrets,
                    ChannelFixture.Limits,
                    channelFixture.Time
                )
                {
                    Trust = (_, certificate, _, _) => certificate?.GetCertHashString() == thumbprint,
                },
                ChannelFixture.Limits,
                channelFixture.Time
            );

        public Task<string?> ReadLineAsync() => process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask();

        /// <summary>Ends the server; returns the mail that was not read, null if there is none.</summary>
        public Task<string?> EndAsync()
        {
            process.StandardInput.Close();
            return ReadLineAsync();
        }

        public void Dispose()
        {
            process.Kill();
            process.Dispose();
            folder.Dispose();
        }
    }
}
