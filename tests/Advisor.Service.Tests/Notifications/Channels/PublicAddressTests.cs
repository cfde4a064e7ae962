using System.Net;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Delivery;
using static Advisor.Service.Tests.Notifications.Channels.Receiver;

namespace Advisor.Service.Tests.Notifications.Channels;

public sealed class PublicAddressTests
{
    [Theory]
    [InlineData("8.8.8.8", true)]
    [InlineData("9.255.255.255", true)]
    [InlineData("10.0.0.0", false)]
    [InlineData("10.255.255.255", false)]
    [InlineData("11.0.0.0", true)]
    [InlineData("100.63.255.255", true)]
    [InlineData("100.64.0.0", false)]
    [InlineData("100.127.255.255", false)]
    [InlineData("100.128.0.0", true)]
    [InlineData("0.0.0.0", false)]
    [InlineData("127.0.0.1", false)]
    [InlineData("127.255.255.254", false)]
    [InlineData("169.254.169.254", false)]
    [InlineData("168.63.129.16", false)]
    [InlineData("172.15.255.255", true)]
    [InlineData("172.16.0.1", false)]
    [InlineData("172.31.255.255", false)]
    [InlineData("172.32.0.0", true)]
    [InlineData("192.168.1.1", false)]
    [InlineData("198.18.0.1", false)]
    [InlineData("224.0.0.1", false)]
    [InlineData("255.255.255.255", false)]
    [InlineData("2606:4700::1111", true)]
    [InlineData("::", false)]
    [InlineData("::1", false)]
    [InlineData("fe80::1", false)]
    [InlineData("fe80::1%3", false)]
    [InlineData("fc00::1", false)]
    [InlineData("fdff::1", false)]
    [InlineData("fec0::1", false)]
    [InlineData("ff02::1", false)]
    [InlineData("2001:db8::1", false)]
    [InlineData("2002:7f00:1::", false)]
    [InlineData("2001:0:7f00:1::", false)]
    [InlineData("::ffff:127.0.0.1", false)]
    [InlineData("::ffff:10.1.2.3", false)]
    [InlineData("::ffff:8.8.8.8", true)]
    [InlineData("::127.0.0.1", false)]
    [InlineData("64:ff9b::10.1.2.3", false)]
    [InlineData("64:ff9b::8.8.8.8", true)]
    public void An_address_is_of_the_internet_or_not(string address, bool expected) =>
        Assert.Equal(expected, PublicAddress.IsPublic(IPAddress.Parse(address)));

    [Theory]
    [InlineData("http://h.example/", false)]
    [InlineData("https://h.example/", true)]
    [InlineData("https://h.example:8443/x", true)]
    [InlineData("https://user@h.example/", false)]
    [InlineData("https://localhost/", false)]
    [InlineData("https://127.0.0.1/", false)]
    [InlineData("https://2130706433/", false)]
    [InlineData("https://0x7f.1/", false)]
    [InlineData("https://[::1]/", false)]
    [InlineData("https://[::ffff:10.0.0.1]/", false)]
    [InlineData("https://10.0.0.1/", false)]
    [InlineData("/x", false)]
    [InlineData("file:///x", false)]
    public void A_webhook_is_https_and_public(string address, bool expected) =>
        Assert.Equal(expected, new AddressPolicy(AllowPrivate: false).Validate(address, out _) is null);

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::ffff:127.0.0.1")]
    [InlineData("8.8.8.8", "127.0.0.1")]
    public async Task A_name_that_leads_to_this_machine_is_not_connected_to(params string[] addresses)
    {
        await using var receiver = await StartAsync(RespondWith(200));
        var lookups = 0;
        using var channelFixture = new ChannelFixture(
            $"https://hooks.example:{receiver.Port}/",
            (host, _) =>
            {
                Assert.Equal("hooks.example", host);
                lookups++;
                return Task.FromResult(addresses.Select(IPAddress.Parse).ToArray());
            }
        );

        var report = await ChannelFixture.Send(channelFixture.Channels.CreateTeams("ops", ChannelFixture.Hook));

        Assert.Equal((DeliveryStatus.ChannelUnhealthy, 1), (report.Status, lookups));
        Assert.Contains("set allowPrivate", report.Problem, StringComparison.Ordinal);
        Assert.Empty(receiver.Posts);
    }

    [Fact]
    public async Task The_address_that_was_checked_is_the_one_that_is_connected_to()
    {
        await using var receiver = await StartAsync(RespondWith(200));
        var lookups = 0;

        // A second lookup would get another answer: it must not happen.
        using var channelFixture = new ChannelFixture(
            $"http://hooks.example:{receiver.Port}/",
            (_, _) => Task.FromResult(new[] { ++lookups == 1 ? IPAddress.Loopback : IPAddress.Parse("192.0.2.1") })
        );

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channelFixture.Webhook));
        Assert.Equal(1, lookups);
    }

    // The fixture allows private addresses. 8.8.8.8 is public: message and secret would cross the internet in the clear.
    [Theory]
    [InlineData("8.8.8.8")]
    [InlineData("127.0.0.1", "8.8.8.8")]
    public async Task Plain_http_to_a_public_address_is_not_connected_to(params string[] addresses)
    {
        await using var receiver = await StartAsync(RespondWith(200));
        using var channelFixture = new ChannelFixture(
            $"http://hooks.example:{receiver.Port}/",
            (_, _) => Task.FromResult(addresses.Select(IPAddress.Parse).ToArray())
        );

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal(DeliveryStatus.ChannelUnhealthy, report.Status);
        Assert.Contains("use https.", report.Problem, StringComparison.Ordinal);
        Assert.Empty(receiver.Posts);
    }

    [Fact]
    public void A_channel_follows_no_redirect_keeps_no_cookie_and_uses_no_proxy_whose_look_up_would_be_another()
    {
        using var handler = PublicConnections.CreateHandler((_, _) => Task.FromResult<IPAddress[]>([]), allowAny: false);

        Assert.Equal((false, false, false), (handler.AllowAutoRedirect, handler.UseCookies, handler.UseProxy));
    }

    [Fact]
    public async Task A_name_without_an_address_is_for_later()
    {
        using var channelFixture = new ChannelFixture("https://hooks.example/", (_, _) => Task.FromResult<IPAddress[]>([]));

        Assert.Equal(
            DeliveryStatus.RetryLater,
            (await ChannelFixture.Send(channelFixture.Channels.CreateSlack("ops", ChannelFixture.Hook))).Status
        );
    }
}
