using Advisor.Azure.Identity;
using Advisor.Tests;
using Azure.Core;

namespace Advisor.Azure.Tests.Identity;

public sealed class TokenCacheTests : IDisposable
{
    private static readonly TokenRequestContext Metrics = new(["https://metrics.monitor.azure.com/.default"]);

    private readonly SteppingTime time = new(TimeSpan.Zero);
    private readonly CountingCredential credential = new();
    private readonly TokenCache cache;

    public TokenCacheTests() => cache = new TokenCache(credential, time);

    [Fact]
    public async Task Many_callers_at_once_share_one_token_of_a_scope_and_another_scope_has_its_own()
    {
        var tokens = await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => GetTokenAsync(Metrics)));
        await GetTokenAsync(new TokenRequestContext(["https://management.azure.com/.default"]));

        Assert.Equal(["token-1"], tokens.Distinct());
        Assert.Equal(["https://metrics.monitor.azure.com/.default", "https://management.azure.com/.default"], credential.Asked);
        Assert.Equal("token-1", cache.GetToken(Metrics, TestContext.Current.CancellationToken).Token);
    }

    // Kept until five minutes before its end, or until its issuer wants it renewed.
    [Theory]
    [InlineData(60, null, 55)]
    [InlineData(60, 10, 10)]
    public async Task A_token_is_kept_until_shortly_before_its_end_or_until_its_issuer_wants_it_renewed(
        int minutesToEnd,
        int? minutesToRefresh,
        int renewedAfter
    )
    {
        credential.ExpiresOn = time.GetUtcNow().AddMinutes(minutesToEnd);
        credential.RefreshOn = minutesToRefresh is { } refresh ? time.GetUtcNow().AddMinutes(refresh) : null;
        await GetTokenAsync(Metrics);
        time.Advance(TimeSpan.FromMinutes(renewedAfter - 1));
        Assert.Equal("token-1", await GetTokenAsync(Metrics));
        time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal("token-2", await GetTokenAsync(Metrics));
    }

    [Fact]
    public async Task Claims_mean_that_Azure_has_just_refused_the_token_that_is_known()
    {
        await GetTokenAsync(Metrics);
        Assert.Equal("token-2", await GetTokenAsync(new TokenRequestContext(Metrics.Scopes, claims: "{}")));
        Assert.Equal("token-2", await GetTokenAsync(Metrics));
    }

    [Fact]
    public async Task All_regions_share_one_token()
    {
        var azure = new FakeAzure().Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Credential = credential });
        var resources = ((string[])["westeurope", "eastus", "northeurope"])
            .Select(region => AzureResponses.CreateResource(region, region: region))
            .ToList();

        var answer = await connection.Metrics.ReadAsync(
            resources,
            AzureResponses.Noon.AddHours(-1),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

        Assert.Equal(3, answer.Series.Count);
        Assert.Equal(["https://metrics.monitor.azure.com/.default"], credential.Asked);
    }

    [Theory]
    [InlineData("public", "https://management.azure.com")]
    [InlineData("usgov", "https://management.usgovcloudapi.net")]
    [InlineData("usGovernment", "https://management.usgovcloudapi.net")] // its name in advisor.yaml
    [InlineData("china", "https://management.chinacloudapi.cn")]
    public void The_audience_that_a_client_makes_a_scope_of_ends_without_a_slash(string name, string audience)
    {
        Assert.True(AzureEndpoints.TryParse(name, out var cloud));
        Assert.Equal(audience, cloud.ResourceManagerAudienceForScope);
    }

    public void Dispose() => cache.Dispose();

    private async Task<string> GetTokenAsync(TokenRequestContext context) =>
        (await cache.GetTokenAsync(context, TestContext.Current.CancellationToken)).Token;
}
