using System.Net;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests;

public sealed class NoSniffTests
{
    [Theory]
    [InlineData("/metrics")]
    [InlineData("/open/health")]
    [InlineData("/open/nowhere")]
    [InlineData("/api/nowhere")]
    [InlineData("/nowhere")]
    public async Task Every_answer_is_what_its_type_states(string path)
    {
        await using var world = await ApiWorld.StartAsync();
        using var client = new HttpClient { BaseAddress = world.Address };

        using var answer = await client.GetAsync(new Uri(path, UriKind.Relative), TestContext.Current.CancellationToken);

        Assert.Equal("nosniff", Assert.Single(answer.Headers.GetValues("X-Content-Type-Options")));
    }
}
