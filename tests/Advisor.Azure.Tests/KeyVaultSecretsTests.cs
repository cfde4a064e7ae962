using System.Net;
using Advisor.Tests;

namespace Advisor.Azure.Tests;

public sealed class KeyVaultSecretsTests
{
    private static readonly Uri Secret = new("https://kv.vault.azure.net/secrets/room");
    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Fact]
    public async Task A_secret_is_asked_for_at_its_identifier_with_a_token_and_kept_for_five_minutes()
    {
        var vault = new Vault(_ => (HttpStatusCode.OK, """{"value":"T0P","id":"https://kv.vault.azure.net/secrets/room/1"}"""));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);

        Assert.Equal("T0P", await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        time.Advance(TimeSpan.FromSeconds(299));
        Assert.Equal("T0P", await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        Assert.Equal(["https://kv.vault.azure.net/secrets/room?api-version=7.4 Bearer " + FixedCredential.Token], vault.Asked);

        vault.Answer = _ => (HttpStatusCode.OK, """{"value":"NEW"}""");
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal("NEW", await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(HttpStatusCode.Forbidden, """{"error":{"code":"Forbidden"}}""")]
    [InlineData(HttpStatusCode.NotFound, "")]
    [InlineData(HttpStatusCode.OK, "not json")]
    [InlineData(HttpStatusCode.OK, """{"value":7}""")]
    [InlineData(HttpStatusCode.Redirect, "")]
    public async Task What_cannot_be_read_is_absent_and_asked_for_again_after_half_a_minute(HttpStatusCode status, string body)
    {
        var vault = new Vault(_ => (status, body));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);

        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        vault.Answer = _ => (HttpStatusCode.OK, """{"value":"T0P"}""");
        time.Advance(TimeSpan.FromSeconds(29));
        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal("T0P", await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("https://kv.vault.azure.net.example.com/secrets/room")]
    [InlineData("https://example.com/secrets/room")]
    public async Task A_token_goes_to_no_other_host(string address)
    {
        var vault = new Vault(_ => (HttpStatusCode.OK, """{"value":"T0P"}"""));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);
        Assert.Null(await secrets.ReadAsync(new Uri(address), TestContext.Current.CancellationToken));
        Assert.Empty(vault.Asked);
    }

    private sealed class Vault(Func<HttpRequestMessage, (HttpStatusCode, string)> answer) : HttpMessageHandler
    {
        public Func<HttpRequestMessage, (HttpStatusCode Status, string Body)> Answer { get; set; } = answer;

        public List<string> Asked { get; } = [];

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Asked.Add($"{request.RequestUri} {request.Headers.Authorization}");
            var (status, body) = Answer(request);
            return Task.FromResult(new HttpResponseMessage(status) { Content = new StringContent(body) });
        }
    }
}
