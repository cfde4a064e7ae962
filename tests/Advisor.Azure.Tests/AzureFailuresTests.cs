using Advisor.Core.Fleet;
using Advisor.Tests;
using Azure.Core;
using Azure.Identity;

namespace Advisor.Azure.Tests;

/// <summary>What a person reads when Azure says no: one line, a stable code, what to do, and nothing that opens a door.</summary>
public sealed class AzureFailuresTests
{
    private static readonly FleetScope Scope = new() { Subscriptions = [FakeAzure.Subscription] };

    private readonly FakeAzure azure = new();

    [Theory]
    [InlineData(403, "AuthorizationFailed", FailureCode.Forbidden, "grant Monitoring Reader")]
    [InlineData(404, "SubscriptionNotFound", FailureCode.NotFound, "az account list")]
    [InlineData(401, "ExpiredAuthenticationToken", FailureCode.Credential, "az login")]
    [InlineData(429, "SubscriptionRequestsThrottled", FailureCode.Throttled, "run less often")]
    [InlineData(503, "ServiceUnavailable", FailureCode.ServiceFault, "try again later")]
    [InlineData(400, "InvalidApiVersionParameter", FailureCode.Invalid, "Because.")]
    [InlineData(501, "NotImplemented", FailureCode.Invalid, "Because.")]
    public async Task Every_refusal_is_one_sentence_with_what_to_do(int status, string azureCode, FailureCode code, string advice)
    {
        azure.Handle("GET", "/", _ => FakeAzure.CreateError(status, azureCode));

        var failure = await ReadFailureAsync(azure.CreateOptions());

        Assert.Equal(code, failure.Code);
        Assert.Contains(advice, failure.Text, StringComparison.Ordinal);
        Assert.Contains($"{status} {azureCode}", failure.Text, StringComparison.Ordinal);
        AssertOneLine(failure.Text);
    }

    // As Azure words it: Resource Manager, an older Microsoft.Insights, another one, and the query API of metrics.
    [Theory]
    [InlineData(409, "MissingSubscriptionRegistration", "The subscription is not registered to use namespace 'Microsoft.Insights'. See x.")]
    [InlineData(409, "AuthorizationFailed", "Please register the subscription 'x' with Microsoft.Insights.")]
    [InlineData(409, "Conflict", "The subscription 'x' is not registered to use microsoft.insights.")]
    [InlineData(
        403,
        "Forbidden",
        "Failed to authorize the request. Register the 'Microsoft.Insights' resource provider on it and try again."
    )]
    public async Task A_provider_that_is_not_registered_is_named_with_the_command(int status, string azureCode, string message)
    {
        azure.Handle("GET", "/", _ => FakeAzure.CreateError(status, azureCode, message));

        var failure = await ReadFailureAsync(azure.CreateOptions());

        Assert.Equal(FailureCode.NotRegistered, failure.Code);
        Assert.Contains(
            $"'az provider register --namespace Microsoft.Insights --subscription {FakeAzure.Subscription}'",
            failure.Text,
            StringComparison.OrdinalIgnoreCase
        );
        Assert.Contains($"{status} {azureCode}", failure.Text, StringComparison.Ordinal);
        AssertOneLine(failure.Text);
    }

    [Theory]
    [InlineData(409, "Conflict", "Another operation is in progress.", FailureCode.Invalid)]
    [InlineData(403, "AuthorizationFailed", "No authorization to perform action 'Microsoft.Insights/metrics/read'.", FailureCode.Forbidden)]
    [InlineData(400, "BadRequest", "The subscription is not registered to use namespace 'Microsoft.Insights'.", FailureCode.Invalid)]
    public async Task Another_refusal_is_not_taken_for_one(int status, string azureCode, string message, FailureCode code)
    {
        azure.Handle("GET", "/", _ => FakeAzure.CreateError(status, azureCode, message));

        Assert.Equal(code, (await ReadFailureAsync(azure.CreateOptions())).Code);
    }

    [Fact]
    [Fault("monitor-reset")]
    public async Task An_unreachable_endpoint_is_named_with_what_to_check()
    {
        azure.Handle(
            "GET",
            "/",
            _ => throw new HttpRequestException(HttpRequestError.NameResolutionError, "No such host is known. (management.azure.com:443)")
        );

        var failure = await ReadFailureAsync(azure.CreateOptions());

        Assert.Equal(FailureCode.Unreachable, failure.Code);
        Assert.Contains("No such host is known", failure.Text, StringComparison.Ordinal);
        Assert.Contains("proxy", failure.Text, StringComparison.Ordinal);
        AssertOneLine(failure.Text);
    }

    [Theory]
    [InlineData("""{"value":[{"id":"/subscr""")]
    [InlineData("<html>Bad gateway</html>")]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    public async Task A_response_that_is_not_a_list_is_reported_and_not_thrown(string body)
    {
        azure.Handle("GET", "/", body);

        var failure = await ReadFailureAsync(azure.CreateOptions());

        Assert.Equal(FailureCode.InvalidResponse, failure.Code);
        AssertOneLine(failure.Text);
    }

    [Fact]
    public async Task No_sign_in_at_all_says_how_to_sign_in()
    {
        var failure = await ReadFailureAsync(
            azure.CreateOptions() with
            {
                Credential = new BrokenSignIn(new CredentialUnavailableException("Tried 5 ways:\r\n- EnvironmentCredential ...")),
            }
        );

        Assert.Equal(FailureCode.Credential, failure.Code);
        Assert.Contains("az login", failure.Text, StringComparison.Ordinal);
        AssertOneLine(failure.Text);
    }

    [Fact]
    public async Task An_expired_sign_in_is_reported_without_its_secret()
    {
        var broken = new BrokenSignIn(
            new AuthenticationFailedException("AADSTS7000222: the secret 'Q~verysecretvalue' has expired. client_secret=Q~verysecretvalue")
        );

        var failure = await ReadFailureAsync(azure.CreateOptions() with { Credential = broken });

        Assert.Equal(FailureCode.Credential, failure.Code);
        Assert.DoesNotContain("verysecret", failure.Text, StringComparison.Ordinal);
        AssertOneLine(failure.Text);
    }

    [Theory]
    [InlineData($"Token {FixedCredential.Token} is not valid")]
    [InlineData($"Authorization: Bearer {FixedCredential.Token}")]
    [InlineData("Endpoint=https://x.service.signalr.net;AccessKey=c2VjcmV0c2VjcmV0c2VjcmV0;Version=1.0")]
    public async Task Nothing_secret_that_Azure_repeats_is_shown(string message)
    {
        azure.Handle("GET", "/", _ => FakeAzure.CreateError(400, "Odd", message));

        var failure = await ReadFailureAsync(azure.CreateOptions());

        Assert.DoesNotContain("eyJ", failure.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("c2VjcmV0", failure.Text, StringComparison.Ordinal);
        Assert.Contains("***", failure.Text, StringComparison.Ordinal);
    }

    private static void AssertOneLine(string text)
    {
        Assert.DoesNotContain('\n', text);
        Assert.DoesNotContain("   at ", text, StringComparison.Ordinal);
        Assert.InRange(text.Length, 20, 500);
    }

    private static async Task<FleetFailure> ReadFailureAsync(AzureOptions options)
    {
        using var connection = AzureConnection.Create(options);
        var listing = await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken);
        Assert.Empty(listing.Resources);
        return Assert.Single(listing.Failures);
    }

    private sealed class BrokenSignIn(Exception exception) : TokenCredential
    {
        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) => throw exception;

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            throw exception;
    }
}
