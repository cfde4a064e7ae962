using System.Net;
using Advisor.Tests;
using Azure.Core;
using Azure.Identity;

namespace Advisor.Azure.Tests;

public sealed class KeyVaultSecretsTests
{
    private static readonly Uri Secret = new("https://kv.vault.azure.net/secrets/room");
    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Fact]
    public async Task A_secret_is_asked_for_at_its_identifier_with_a_token_and_kept_for_five_minutes()
    {
        // The client remembers the challenge of a vault, so this test has its own.
        var secret = new Uri("https://first.vault.azure.net/secrets/room");
        var vault = new Vault(_ => (HttpStatusCode.OK, """{"value":"T0P","id":"https://kv.vault.azure.net/secrets/room/1"}"""));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);

        Assert.Equal("T0P", await secrets.ReadAsync(secret, TestContext.Current.CancellationToken));
        time.Advance(TimeSpan.FromSeconds(299));
        Assert.Equal("T0P", await secrets.ReadAsync(secret, TestContext.Current.CancellationToken));
        Assert.Equal(
            [
                "https://first.vault.azure.net/secrets/room?api-version=7.4 ",
                "https://first.vault.azure.net/secrets/room?api-version=7.4 Bearer " + FixedCredential.Token,
            ],
            vault.Asked
        );

        vault.Answer = _ => (HttpStatusCode.OK, """{"value":"NEW"}""");
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal("NEW", await secrets.ReadAsync(secret, TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(HttpStatusCode.Unauthorized, "", "cannot be read: the vault does not accept the sign-in (401); sign in to its tenant")]
    [InlineData(
        HttpStatusCode.Forbidden,
        """{"error":{"code":"Forbidden"}}""",
        "cannot be read: access is denied (403); assign the role Key Vault Secrets User, and check the vault's network rules"
    )]
    [InlineData(HttpStatusCode.NotFound, "", "does not exist in the vault; put the secret there, or correct its name")]
    [InlineData(HttpStatusCode.OK, "not json", "cannot be read: the vault did not answer with a secret")]
    [InlineData(HttpStatusCode.OK, "{}", "cannot be read: the vault did not answer with a secret")]
    [InlineData(HttpStatusCode.OK, """{"value":7}""", "cannot be read: the vault did not answer with a secret")]
    [InlineData(HttpStatusCode.OK, """{"value":"T0P","id":"https://k/1"}""", "cannot be read: the vault did not answer with a secret")]
    [InlineData(HttpStatusCode.Redirect, "", "cannot be read: the vault answered 302")]
    public async Task What_cannot_be_read_is_absent_for_a_reason_and_asked_for_again_after_half_a_minute(
        HttpStatusCode status,
        string body,
        string why
    )
    {
        var vault = new Vault(_ => (status, body));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);

        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        Assert.Equal(why, secrets.FindProblem(Secret));
        vault.Answer = _ => (HttpStatusCode.OK, """{"value":"T0P"}""");
        time.Advance(TimeSpan.FromSeconds(29));
        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal("T0P", await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        Assert.Null(secrets.FindProblem(Secret));
    }

    [Fact]
    [Fault("process-clock")]
    public async Task A_secret_that_could_not_be_read_while_the_clock_was_ahead_is_read_again_when_the_clock_is_set_back()
    {
        var vault = new Vault(_ => (HttpStatusCode.ServiceUnavailable, ""));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);
        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        vault.Answer = _ => (HttpStatusCode.OK, """{"value":"T0P"}""");

        time.Advance(TimeSpan.FromHours(-9));
        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        time.Advance(TimeSpan.FromSeconds(30));

        Assert.Equal("T0P", await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Without_sign_in_the_message_says_to_sign_in()
    {
        using var secrets = new KeyVaultSecrets(new NoCredential(), time, new Vault(_ => (HttpStatusCode.OK, "{}")));

        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        Assert.Equal(
            "cannot be read: not signed in to Azure; run 'az login' here, or give the app a managed identity",
            secrets.FindProblem(Secret)
        );
    }

    [Fact]
    public async Task A_token_is_that_of_the_sign_in_or_absent_without_one()
    {
        using var signedIn = new KeyVaultSecrets(new FixedCredential(), time, new Vault(_ => default));
        using var signedOut = new KeyVaultSecrets(new NoCredential(), time, new Vault(_ => default));
        const string scope = "https://outlook.office365.com/.default";

        Assert.Equal(FixedCredential.Token, await signedIn.FindTokenAsync(scope, TestContext.Current.CancellationToken));
        Assert.Null(await signedOut.FindTokenAsync(scope, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_challenge_for_another_resource_gets_no_token()
    {
        var vault = new Vault(_ => (HttpStatusCode.OK, """{"value":"T0P"}""")) { Resource = "https://management.azure.com" };
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);

        Assert.Null(
            await secrets.ReadAsync(new Uri("https://hostile.vault.azure.net/secrets/room"), TestContext.Current.CancellationToken)
        );
        Assert.DoesNotContain(vault.Asked, request => request.Contains("Bearer", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_answer_that_is_too_large_is_no_secret()
    {
        var vault = new Vault(_ => (HttpStatusCode.OK, $$"""{"value":"{{new string('x', 65 * 1024)}}"}"""));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);

        Assert.Null(await secrets.ReadAsync(Secret, TestContext.Current.CancellationToken));
        Assert.Equal("cannot be read: the vault did not answer with a secret", secrets.FindProblem(Secret));
    }

    [Theory]
    [InlineData("https://kv.vault.azure.net/secrets/")]
    [InlineData("https://kv.vault.azure.net.example.com/secrets/room")]
    [InlineData("https://example.com/secrets/room")]
    public async Task A_token_goes_to_no_other_host(string address)
    {
        var vault = new Vault(_ => (HttpStatusCode.OK, """{"value":"T0P"}"""));
        using var secrets = new KeyVaultSecrets(new FixedCredential(), time, vault);
        Assert.Null(await secrets.ReadAsync(new Uri(address), TestContext.Current.CancellationToken));
        Assert.Empty(vault.Asked);
    }

    private sealed class NoCredential : TokenCredential
    {
        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            throw new CredentialUnavailableException("not signed in");

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            throw new CredentialUnavailableException("not signed in");
    }

    private sealed class Vault(Func<HttpRequestMessage, (HttpStatusCode, string)> answer) : HttpMessageHandler
    {
        public Func<HttpRequestMessage, (HttpStatusCode Status, string Body)> Answer { get; set; } = answer;

        public List<string> Asked { get; } = [];

        public string Resource { get; init; } = "https://vault.azure.net";

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Asked.Add($"{request.RequestUri} {request.Headers.Authorization}");
            if (request.Headers.Authorization is null)
            {
                // As every vault does: the challenge says where its tokens come from.
                var challenge = new HttpResponseMessage(HttpStatusCode.Unauthorized) { Content = new StringContent("") };
                challenge.Headers.Add(
                    "WWW-Authenticate",
                    $"Bearer authorization=\"https://login.microsoftonline.com/{Guid.Empty}\", resource=\"{Resource}\""
                );
                return Task.FromResult(challenge);
            }

            var (status, body) = Answer(request);
            return Task.FromResult(new HttpResponseMessage(status) { Content = new StringContent(body) });
        }
    }
}
