using System.Net;
using System.Text;
using Advisor.Web.Network;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Network;

/// <summary>Who may do what where the program listens on the network, over real HTTP.</summary>
public sealed class NetworkGuardTests
{
    private const string Key = "MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
    private const string Mia = "mia@example.com";

    private static readonly NetworkAccess Keys = new() { Keys = ApiKeys.Read(Key).Keys };
    private static readonly NetworkAccess Record = new() { SignIn = SignInMode.Record, Address = new Uri(ApiWorld.Origin) };
    private static readonly NetworkAccess Anonymous = new() { AllowsAnonymous = true };

    private static readonly string[] Programs = ["/api/resources", "/API/fleet", "/metrics", "/openapi.json"];

    [Fact]
    public async Task Without_a_key_nothing_of_the_api_is_read_or_done()
    {
        await using var world = await StartAsync(Keys);

        foreach (var path in (string[])[.. Programs, "/", "/rules", "/api/nothing", "/nothing"])
        {
            var answer = await SendAsync(world, HttpMethod.Get, path);
            Assert.Equal((path, HttpStatusCode.Unauthorized), (path, answer.Status));
            Assert.Equal("Bearer", answer.Headers["WWW-Authenticate"]);
            Assert.Equal("no-store", answer.Headers["Cache-Control"]);
        }

        Assert.Equal(HttpStatusCode.Unauthorized, (await SendAsync(world, HttpMethod.Post, "/api/resume")).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await SendAsync(world, HttpMethod.Get, "/metrics", key: Key[..^1])).Status);

        // Headers of a sign-in are not believed where no proxy sets them.
        Assert.Equal(HttpStatusCode.Unauthorized, (await SendAsync(world, HttpMethod.Get, "/metrics", user: Mia)).Status);
    }

    [Fact]
    public async Task With_a_key_the_api_answers_under_any_host_name()
    {
        await using var world = await StartAsync(Keys);

        foreach (var path in Programs)
        {
            Assert.Equal(
                (path, HttpStatusCode.OK),
                (path, (await SendAsync(world, HttpMethod.Get, path, key: Key, host: "a.example")).Status)
            );
        }

        // 409: nothing is stopped. The request got through.
        Assert.Equal(HttpStatusCode.Conflict, (await SendAsync(world, HttpMethod.Post, "/api/resume", key: Key)).Status);
    }

    [Fact]
    public async Task Anonymous_callers_read_and_never_act()
    {
        await using var world = await StartAsync(Anonymous);

        foreach (var path in (string[])[.. Programs, "/", "/rules"])
        {
            Assert.Equal((path, HttpStatusCode.OK), (path, (await SendAsync(world, HttpMethod.Get, path)).Status));
        }

        foreach (var path in new[] { "/api/resume", "/api/pause", "/api/evaluate", "/api/dead-letters/x/resend", "/resources/pause" })
        {
            Assert.Equal((path, HttpStatusCode.Unauthorized), (path, (await SendAsync(world, HttpMethod.Post, path, user: Mia)).Status));
        }
    }

    [Theory]
    [InlineData("10.0.0.7:5090", true)]
    [InlineData("[fd00::7]:5090", true)]
    [InlineData("localhost:5090", true)]
    [InlineData("advisor:5090", true)] // compose, and Kubernetes within a namespace
    [InlineData("advisor.ops.svc", true)]
    [InlineData("advisor.ops.svc.cluster.local:5090", true)]
    [InlineData("advisor.corp.internal", true)]
    [InlineData("ADVISOR.example.com", true)] // Advisor__Address
    [InlineData("rebound.example", false)]
    [InlineData("advisor.example.com.rebound.example", false)]
    [InlineData("localhost.rebound.example", false)]
    [InlineData("10.0.0.7.rebound.example", false)]
    public async Task A_name_that_another_site_could_point_here_reads_nothing(string host, bool expected)
    {
        await using var world = await StartAsync(Anonymous with { Address = new Uri(ApiWorld.Origin) });

        var answer = await SendAsync(world, HttpMethod.Get, "/api/resources", host: host);

        Assert.Equal(expected ? HttpStatusCode.OK : HttpStatusCode.MisdirectedRequest, answer.Status);
    }

    [Fact]
    public async Task Signed_in_people_read_and_act_and_others_see_the_way_to_sign_in()
    {
        await using var world = await StartAsync(Record);

        Assert.Equal(HttpStatusCode.OK, (await SendAsync(world, HttpMethod.Get, "/", user: Mia)).Status);
        Assert.Equal(HttpStatusCode.OK, (await SendAsync(world, HttpMethod.Get, "/api/fleet", user: Mia)).Status);
        Assert.Equal(HttpStatusCode.Conflict, (await SendAsync(world, HttpMethod.Post, "/api/resume", user: Mia)).Status);

        var page = await SendAsync(world, HttpMethod.Get, "/");
        Assert.Equal(HttpStatusCode.Unauthorized, page.Status);
        Assert.Contains("Sign in", page.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Unauthorized, (await SendAsync(world, HttpMethod.Get, "/api/fleet")).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await SendAsync(world, HttpMethod.Post, "/api/resume")).Status);
    }

    [Theory]
    [InlineData("Sec-Fetch-Site", "cross-site")]
    [InlineData("Sec-Fetch-Site", "same-site")]
    [InlineData("Origin", "https://evil.example")]
    [InlineData("Origin", "https://advisor.example.com:444")]
    public async Task A_page_of_another_site_does_nothing_with_the_sign_in_of_its_reader(string header, string value)
    {
        await using var world = await StartAsync(Record);

        var answer = await world.SendAsync(
            HttpMethod.Post,
            "/api/resume",
            CreateBody(),
            null,
            Mia,
            request => request.Headers.Add(header, value)
        );

        Assert.Equal(HttpStatusCode.Forbidden, answer.Status);
        Assert.Contains("OtherOrigin", answer.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Probes_and_signed_links_need_no_key_from_anywhere()
    {
        await using var world = await StartAsync(Keys);

        foreach (var path in new[] { "/open/live", "/open/ready" })
        {
            Assert.Equal((path, HttpStatusCode.OK), (path, (await SendAsync(world, HttpMethod.Get, path, host: "10.1.2.3:5090")).Status));
        }

        var link = await world.RequestApprovalAsync();
        Assert.Contains("<h1>Scale out chat?</h1>", (await world.GetAsync(link)).Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve")).Status);
    }

    [Fact]
    public void The_start_says_who_may_do_what()
    {
        Assert.Equal("for programs with a key", Keys.Description);
        Assert.Equal("for signed-in people", Record.Description);
        Assert.Equal("anyone who reaches it may read; no one may act", Anonymous.Description);
        Assert.Equal("anyone who reaches it may read; programs with a key may act", (Keys with { AllowsAnonymous = true }).Description);
        Assert.Equal("anyone who reaches it may read; signed-in people may act", (Record with { AllowsAnonymous = true }).Description);
    }

    [Fact]
    public async Task Where_sign_in_is_required_a_key_only_reads_and_the_start_says_so()
    {
        var both = Keys with { SignIn = SignInMode.Require };
        await using var world = await StartAsync(both);

        Assert.Equal(HttpStatusCode.OK, (await SendAsync(world, HttpMethod.Get, "/api/fleet", Key)).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await SendAsync(world, HttpMethod.Post, "/api/resume", Key)).Status);
        Assert.Equal("for programs with a key, which may only read, and signed-in people", both.Description);
        Assert.Equal("anyone who reaches it may read; signed-in people may act", (both with { AllowsAnonymous = true }).Description);
    }

    [Fact]
    public async Task Where_sign_in_is_recorded_a_key_acts_under_the_name_it_states_and_no_one_acts_without_key_and_sign_in()
    {
        var both = Keys with { SignIn = SignInMode.Record };
        await using var world = await StartAsync(both with { AllowsAnonymous = true });

        // 409: nothing is stopped. The request got through.
        Assert.Equal(HttpStatusCode.Conflict, (await SendAsync(world, HttpMethod.Post, "/api/resume", Key)).Status);
        foreach (var path in new[] { "/api/resume", "/API/pause", "/api/dead-letters/x/resend", "/api/%72esume" })
        {
            Assert.Equal((path, HttpStatusCode.Unauthorized), (path, (await SendAsync(world, HttpMethod.Post, path)).Status));
            Assert.Equal((path, HttpStatusCode.Unauthorized), (path, (await SendAsync(world, HttpMethod.Post, path, Key[..^1])).Status));
        }

        Assert.Equal("for programs with a key and signed-in people", both.Description);
        Assert.Equal(
            "anyone who reaches it may read; programs with a key and signed-in people may act",
            (both with { AllowsAnonymous = true }).Description
        );
    }

    private static Task<ApiWorld> StartAsync(NetworkAccess access) =>
        ApiWorld.StartAsync(access.SignIn, dashboard: access.Dashboard, network: access);

    private static StringContent CreateBody() => new("""{"reason":"lock removed","by":"dana"}""", Encoding.UTF8, "application/json");

    private static Task<Answer> SendAsync(
        ApiWorld world,
        HttpMethod method,
        string path,
        string? key = null,
        string? user = null,
        string? host = null
    ) =>
        world.SendAsync(
            method,
            path,
            method == HttpMethod.Post ? CreateBody() : null,
            null,
            user,
            request =>
            {
                request.Headers.Host = host;
                if (key is not null)
                {
                    request.Headers.Add("Authorization", "Bearer " + key);
                }
            }
        );
}
