using System.Text;
using System.Text.RegularExpressions;
using Advisor.Configuration;
using Advisor.Core.Settings;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.SignedLinks;

/// <summary>What opens a link of a message is made when the message is sent: the state file, its log included, never has it.</summary>
public sealed partial class StoredLinkTests
{
    private static readonly AppLinks Links = new(
        new Uri("https://app.example.com"),
        KeyRing.Read("key:" + Convert.ToBase64String([.. Enumerable.Range(1, 32).Select(i => (byte)i)])).Ring!
    );

    [Fact]
    public async Task Messages_that_wait_and_messages_that_were_sent_leave_no_token_in_the_file()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "state.db");
        using var store = SqliteStateStore.Open(file);
        var world = new ServiceWorld(store);
        world.Options = world.Options with { Mode = AdvisorMode.Approve };

        // 2,300 connections on one unit: a plan to approve, and alerts with links to details and silences. The channel is down at first.
        world.Azure.Add("chat", 1, _ => 2300);
        for (var failure = 0; failure < 4; failure++)
        {
            world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("The channel is down."));
        }

        var dependencies = await world.CreateDependenciesAsync() with
        {
            CreateApproval = Links.CreateApproval,
            Links = NotificationLinks.Create(AzureCloud.Public, Links),
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [world.Channel]), world.Clock, _ => { });
        for (var tick = 0; tick < 12; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            Assert.Equal([], ListTokens(folder.Path));
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        var link = world.Channel.Sent.Select(message => message.ApproveLink).OfType<Uri>().Last();
        var approval = (await dependencies.State.Approvals.FindAsync(AppLinks.FindApprovalId(link)!, CancellationToken.None))!;
        Assert.Equal(LinkState.Valid, Links.CheckApproval(approval, AppLinks.FindToken(link)!, world.Clock.GetUtcNow()));
        Assert.All(
            world.Channel.Sent.SelectMany(message => new[] { message.Link, message.SilenceLink }).OfType<Uri>(),
            link => Assert.Matches(TokenPattern(), link.AbsoluteUri)
        );
        Assert.Contains(world.Channel.Sent, message => message.SilenceLink is not null);
    }

    private static IEnumerable<string> ListTokens(string folder) =>
        Directory
            .EnumerateFiles(folder)
            .SelectMany(file =>
                TokenPattern().Matches(Encoding.Latin1.GetString(Read(file))).Select(match => $"{Path.GetFileName(file)}: {match.Value}")
            );

    private static byte[] Read(string file)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    // The key's id, the expiry, 32 bytes in base64url.
    [GeneratedRegex("""key\.[0-9]{10}\.[A-Za-z0-9_-]{43}""", RegexOptions.None, 10_000)]
    private static partial Regex TokenPattern();
}
