using System.Net;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Network;

/// <summary>An API without keys answers its own machine alone, over real HTTP.</summary>
public sealed class LoopbackGuardTests
{
    [Theory]
    [InlineData("Forwarded", "for=203.0.113.7")]
    [InlineData("forwarded", "for=203.0.113.7")]
    [InlineData("X-Forwarded-For", "203.0.113.7")]
    [InlineData("X-Forwarded-Host", "advisor.example.com")]
    [InlineData("x-forwarded-proto", "https")]
    [InlineData("X-Forwarded-Prefix", "/advisor")]
    [InlineData("X-Original-Host", "advisor.example.com")]
    [InlineData("X-Real-IP", "203.0.113.7")]
    [InlineData("Via", "1.1 proxy")]
    public async Task What_a_proxy_forwards_is_refused_with_what_to_set(string header, string value)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full, isLoopback: true);

        foreach (var (method, path) in new[] { (HttpMethod.Get, "/"), (HttpMethod.Post, "/api/resume"), (HttpMethod.Get, "/metrics") })
        {
            var answer = await world.SendAsync(method, path, null, null, null, request => request.Headers.Add(header, value));

            Assert.Equal((path, HttpStatusCode.MisdirectedRequest), (path, answer.Status));
            Assert.Contains("set one of them, and Advisor__Address", answer.Body, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("127.0.0.1:5090", true)]
    [InlineData("LOCALHOST:5090", true)]
    [InlineData("[::1]:5090", true)]
    [InlineData("127.0.0.2:5090", true)] // --listen 127.0.0.2
    [InlineData("127.255.255.254", true)]
    [InlineData("10.0.0.7:5090", false)]
    [InlineData("0.0.0.0:5090", false)]
    [InlineData("[fd00::7]:5090", false)]
    [InlineData("127.0.0.1.rebound.example", false)]
    [InlineData("rebound.example", false)]
    public async Task Every_loopback_address_is_this_machine_and_no_other_host_is(string host, bool expected)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full, isLoopback: true);

        var answer = await world.SendAsync(HttpMethod.Get, "/", null, null, null, request => request.Headers.Host = host);

        Assert.Equal(expected ? HttpStatusCode.OK : HttpStatusCode.MisdirectedRequest, answer.Status);
    }
}
