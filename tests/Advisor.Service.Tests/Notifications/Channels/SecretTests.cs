using System.Diagnostics;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Delivery;
using static Advisor.Service.Tests.Notifications.Channels.Receiver;

namespace Advisor.Service.Tests.Notifications.Channels;

public sealed class SecretTests
{
    private const string Mark = "T0P-S3CRET";

    [Theory]
    [InlineData("env:TEAMS_URL", "env:TEAMS_URL")]
    [InlineData("keyvault:https://v.vault.azure.net/secrets/teams", "keyvault:https://v.vault.azure.net/secrets/teams")]
    [InlineData("https://hooks.slack.com/services/T/B/x", null)]
    [InlineData("env:", null)]
    [InlineData("env:a b", null)]
    [InlineData("keyvault:http://v.vault.azure.net/secrets/teams", null)]
    [InlineData("keyvault:https://v.vault.azure.net/keys/teams", null)]
    [InlineData("keyvault:https://v.vault.azure.net/secrets/teams?x=y", null)]
    [InlineData("keyvault:https://v.vault.azure.net/secrets/a-1/0f1e2d", "keyvault:https://v.vault.azure.net/secrets/a-1/0f1e2d")]
    [InlineData("keyvault:https://v.vault.azure.net/secrets/", null)]
    [InlineData("keyvault:https://v.vault.azure.net/secrets/teams/0f/1e", null)]
    // Doctor prints a command with the name.
    [InlineData("keyvault:https://v.vault.azure.net/secrets/$(id)", null)]
    [InlineData("keyvault:https://v.vault.azure.net/secrets/a;id", null)]
    public void A_secret_is_named_by_where_it_is(string text, string? expected) =>
        Assert.Equal(expected, SecretReference.Parse(text)?.ToString());

    [Theory]
    [InlineData("env:HOOK", false, "read -rs HOOK && export HOOK")]
    [InlineData("env:HOOK", true, "$env:HOOK = [Net.NetworkCredential]::new('', (Read-Host HOOK -AsSecureString)).Password")]
    [InlineData(
        "keyvault:https://v.vault.azure.net/secrets/teams/0f1e2d",
        false,
        "read -rs SECRET && printf %s \"$SECRET\" | az keyvault secret set --vault-name v --name teams -o none --file /dev/stdin"
    )]
    [InlineData(
        "keyvault:https://v.vault.azure.net/secrets/teams/0f1e2d",
        true,
        "$f = New-TemporaryFile; "
            + "[IO.File]::WriteAllText($f, [Net.NetworkCredential]::new('', (Read-Host SECRET -AsSecureString)).Password); "
            + "az keyvault secret set --vault-name v --name teams -o none --file $f; Remove-Item $f"
    )]
    public void The_command_that_sets_a_secret_does_not_have_it(string reference, bool forPowerShell, string command) =>
        Assert.Equal(command, SecretReference.Parse(reference)!.FormatCommand(forPowerShell));

    [Fact]
    public void A_secret_prints_as_stars() => Assert.Equal("***", $"{new Secret(Mark)}");

    [Theory]
    [InlineData("https://h.example/a/T0P-S3CRET-path?sig=T0P-S3CRET%2Bsig", "no POST /a/T0P-S3CRET-path?sig=T0P-S3CRET%2Bsig here")]
    [InlineData("https://h.example/a/T0P-S3CRET-path?sig=T0P-S3CRET%2Bsig", "sig T0P-S3CRET+sig is wrong")]
    [InlineData("https://h.example/a/T0P-S3CRET-path?sig=x", "no workflow t0p-s3cret-PATH")]
    [InlineData("T0P-S3CRET+key", "T0P-S3CRET%2Bkey")]
    [InlineData("https://h.example/a?k=T0P-S3CRET", "the key T0P-S3CRET is unknown")]
    public void A_secret_takes_itself_and_its_parts_out_of_a_text(string secret, string text)
    {
        var masked = new Secret(secret).Mask(text);

        Assert.DoesNotContain(Mark, masked, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("***", masked, StringComparison.Ordinal);
    }

    // Eight letters are a part that may be a key; seven are a word of the address.
    [Theory]
    [InlineData("abcdefgh", "no *** here")]
    [InlineData("abcdefg", "no abcdefg here")]
    public void A_part_of_an_address_is_masked_from_eight_letters_on(string part, string expected) =>
        Assert.Equal(expected, new Secret($"https://h.example/{part}/x").Mask($"no {part} here"));

    [Theory]
    [InlineData(400)]
    [InlineData(302)]
    [InlineData(404)]
    [InlineData(500)]
    [InlineData(200)]
    public async Task Whatever_a_receiver_repeats_no_report_holds_a_secret(int status)
    {
        // The routing key is in the body of PagerDuty's requests, the address in those of the others; at 195 the excerpt of an answer cuts
        // through it.
        await using var receiver = await StartAsync(context =>
        {
            var secret = context.Request.Path == "/" ? "T0P-S3CRET-key" : $"{context.Request.Path}{context.Request.QueryString}";
            return RespondWith(
                status,
                $"error: {secret} {secret} {new string('.', 195 - 9 - (2 * secret.Length))}{secret}",
                location: "http://127.0.0.1/" + Mark
            )(context);
        });
        using var channelFixture = new ChannelFixture(receiver.Address);
        NotificationChannel[] channels =
        [
            channelFixture.Webhook,
            channelFixture.Channels.CreateTeams("ops", ChannelFixture.Hook, allowPrivate: true),
            channelFixture.Channels.CreateSlack("ops", ChannelFixture.Hook, allowPrivate: true),
            channelFixture.Channels.CreatePagerDuty(
                "ops",
                ChannelFixture.Key,
                new Uri($"http://127.0.0.1:{receiver.Port}/"),
                allowPrivate: true
            ),
        ];

        foreach (var channel in channels)
        {
            var report = await ChannelFixture.Send(channel);
            Assert.DoesNotContain(Mark, report.ToString(), StringComparison.OrdinalIgnoreCase);
        }

        Assert.NotEmpty(receiver.Posts);
    }

    [Theory]
    [InlineData(400, "message")]
    [InlineData(503, "message")]
    [InlineData(400, "line")]
    [InlineData(503, "line")]
    [InlineData(400, "approval of a line")]
    public async Task What_opens_a_link_of_the_message_is_masked_in_what_a_receiver_repeats(int status, string place)
    {
        var link = new Uri("https://advisor.example.net/open/approvals/7?x=1&t=T0P-S3CRET.token");
        await using var receiver = await StartAsync(RespondWith(status, $"bad link {link}"));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(
            channelFixture.Webhook,
            place switch
            {
                "message" => SampleMessages.Fired with { ApproveLink = link },
                "line" => SampleMessages.Fired with { Lines = [new("chat", link)] },
                _ => SampleMessages.Fired with { Lines = [new("chat", ApproveLink: link)] },
            }
        );

        Assert.Contains("t=***", report.Problem, StringComparison.Ordinal);
        Assert.DoesNotContain(Mark, report.ToString(), StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task No_trace_of_a_request_holds_its_address()
    {
        var seen = new System.Collections.Concurrent.ConcurrentQueue<string>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = _ => true,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = activity => seen.Enqueue(activity.Source.Name + " " + string.Join(" ", activity.TagObjects)),
        };
        ActivitySource.AddActivityListener(listener);
        await using var receiver = await StartAsync(RespondWith(200));
        using var channelFixture = new ChannelFixture(receiver.Address);

        await ChannelFixture.Send(channelFixture.Webhook);

        // The receiver of the test traces what it gets; the sender must not.
        Assert.DoesNotContain(
            seen,
            trace => trace.StartsWith("System.Net.Http", StringComparison.Ordinal) && trace.Contains(Mark, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("T0P-S3CRET no address")]
    [InlineData("ftp://h.example/T0P-S3CRET")]
    [InlineData("https://T0P-S3CRET:x@h.example/")]
    [InlineData("http://127.0.0.1:1/T0P-S3CRET-path")]
    public async Task An_address_that_cannot_be_used_is_not_repeated(string address)
    {
        using var channelFixture = new ChannelFixture(address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.NotEqual(DeliveryStatus.Delivered, report.Status);
        Assert.DoesNotContain(Mark, report.ToString(), StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task A_secret_that_is_absent_is_named_by_its_reference()
    {
        using var channelFixture = new ChannelFixture();

        Assert.Equal(
            "ops: env:HOOK is not set; put the address of the receiver there.",
            (await ChannelFixture.Send(channelFixture.Webhook)).Problem
        );
    }

    [Fact]
    public async Task A_signing_key_that_is_broken_is_a_report()
    {
        using var channelFixture = new ChannelFixture("http://127.0.0.1:1/");
        channelFixture.Set("KEY", "whsec_!T0P-S3CRET");

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal(
            (DeliveryStatus.ChannelUnhealthy, "ops: env:KEY is not a valid signing key: whsec_ must be followed by Base64."),
            (report.Status, report.Problem)
        );
    }

    [Theory]
    [InlineData("T0P-S3CRET\nX-Other: 1")]
    [InlineData("T0P-S3CRET-ü")]
    public async Task A_key_that_no_header_can_have_is_a_report_that_names_it_and_does_not_show_it(string key)
    {
        await using var receiver = await StartAsync(RespondWith(200));
        using var channelFixture = new ChannelFixture();
        channelFixture.Set("KEY", key);
        var server = new Uri(receiver.Address);
        NotificationChannel[] channels =
        [
            channelFixture.Channels.CreateAlertmanager("ops", server, ChannelFixture.Key, allowPrivate: true),
            channelFixture.Channels.CreateEventGrid("ops", server, ChannelFixture.Key, allowPrivate: true),
        ];
        foreach (var channel in channels)
        {
            Assert.Equal(
                DeliveryResult.ChannelUnhealthy(
                    "ops: env:KEY holds characters that no header can have, such as a line break; store it again without them."
                ),
                await ChannelFixture.Send(channel)
            );
        }

        Assert.Empty(receiver.Posts);
    }

    [Fact]
    public async Task A_token_with_a_comma_is_sent_as_it_is()
    {
        await using var receiver = await StartAsync(RespondWith(200));
        using var channelFixture = new ChannelFixture();
        channelFixture.Set("KEY", "one,two");

        var channel = channelFixture.Channels.CreateAlertmanager("ops", new Uri(receiver.Address), ChannelFixture.Key, allowPrivate: true);

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));
    }

    [Fact]
    public async Task A_new_value_of_a_secret_is_used_at_once()
    {
        await using var receiver = await StartAsync(RespondWith(200));
        using var channelFixture = new ChannelFixture("http://127.0.0.1:1/");
        var channel = channelFixture.Webhook;
        Assert.Equal(DeliveryStatus.RetryLater, (await ChannelFixture.Send(channel)).Status);

        channelFixture.Set("HOOK", receiver.Address);

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));
    }

    [Theory]
    [InlineData(" kept \n", "kept")]
    [InlineData("  ", null)]
    [InlineData(null, null)]
    public async Task A_key_vault_is_asked_for_its_own_secrets(string? stored, string? expected)
    {
        var vault = new Vault(stored);
        var reference = SecretReference.Parse("keyvault:https://v.vault.azure.net/secrets/teams")!;

        var secret = await new SecretReader(_ => "of the environment", vault).FindAsync(reference, TestContext.Current.CancellationToken);

        Assert.Equal(expected, secret?.Reveal());
        Assert.Equal(new Uri("https://v.vault.azure.net/secrets/teams"), vault.Asked);
    }

    [Fact]
    public async Task Without_a_key_vault_its_secrets_are_absent()
    {
        var reference = SecretReference.Parse("keyvault:https://v.vault.azure.net/secrets/teams")!;

        Assert.Null(
            await new SecretReader(_ => "of the environment", vault: null).FindAsync(reference, TestContext.Current.CancellationToken)
        );
    }

    private sealed class Vault(string? stored) : IAzureSecrets
    {
        public Uri? Asked { get; private set; }

        public Task<string?> ReadAsync(Uri secret, CancellationToken cancellation)
        {
            Asked = secret;
            return Task.FromResult(stored);
        }
    }
}
