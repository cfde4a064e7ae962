using System.Net;
using Advisor.Azure.Identity;
using Advisor.Core.Fleet;
using Azure.Core.Pipeline;
using Azure.Identity;

namespace Advisor.Azure.Tests.Identity;

public sealed class SignInTests : IDisposable
{
    private const string FromEnvironment = "11111111-2222-3333-4444-555555555555";
    private const string Stated = "66666666-7777-8888-9999-000000000000";

    private static readonly string[] Names = ["AZURE_CLIENT_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_SECRET"];

    private readonly string?[] before = [.. Names.Select(Environment.GetEnvironmentVariable)];

    public SignInTests() => SetVariables(name => name == "AZURE_CLIENT_SECRET" ? "secret" : FromEnvironment);

    [Theory]
    [InlineData(null, FromEnvironment)]
    [InlineData(Stated, Stated)]
    public void The_identity_and_the_tenant_are_those_of_the_environment_unless_others_are_stated(string? stated, string expected)
    {
        var options = SignIn.CreateOptions(AzureEndpoints.Public, stated, stated);

        Assert.Equal(expected, options.ManagedIdentityClientId);
        Assert.Equal(expected, options.TenantId);
    }

    // Four attempts of each call, each with a retry after 0.8 s: less than the waits of the calls. With Azure.Core's three retries each
    // attempt waits 5.6 s itself, 22 s in all.
    [Fact]
    public void A_call_that_is_tried_again_does_not_wait_for_the_retries_of_the_sign_in_too() =>
        Assert.Equal(1, SignIn.CreateOptions(AzureEndpoints.Public, null, null).Retry.MaxRetries);

    [Theory]
    [InlineData(null, "", FailureCode.Unreachable)]
    [InlineData(HttpStatusCode.ServiceUnavailable, "busy", FailureCode.Unreachable)]
    [InlineData(HttpStatusCode.TooManyRequests, "busy", FailureCode.Unreachable)]
    [InlineData(
        HttpStatusCode.Unauthorized,
        """{"error":"invalid_client","error_description":"AADSTS7000222: x"}""",
        FailureCode.Credential
    )]
    public async Task An_outage_of_the_sign_in_service_is_no_refusal_of_the_credentials(
        HttpStatusCode? status,
        string body,
        FailureCode expected
    )
    {
        Assert.Equal(expected, (await FailAsync(status, body)).Code);
    }

    // What the service of the machine answers is not that of Microsoft Entra: 410 while it is updated.
    [Theory]
    [InlineData(HttpStatusCode.Gone)]
    [InlineData(HttpStatusCode.InternalServerError)]
    public async Task An_outage_of_the_managed_identity_of_a_machine_is_no_refusal_either(HttpStatusCode status)
    {
        Environment.SetEnvironmentVariable("AZURE_CLIENT_SECRET", null);

        Assert.Equal(FailureCode.Unreachable, (await FailAsync(status, """{"error":"busy"}""")).Code);
    }

    // The text of the chain after the Azure CLI has asked for a second factor.
    [Fact]
    public void What_Microsoft_Entra_requires_is_named_by_its_code_also_where_the_Azure_CLI_says_it()
    {
        var failure = new CredentialUnavailableException(
            "DefaultAzureCredential failed to retrieve a token from the included credentials.\n- AzureCliCredential authentication failed: "
                + "Azure CLI authentication failed due to an unknown error. ERROR: AADSTS50076: Due to a configuration change made by your "
                + "administrator, you must use multi-factor authentication to access '797f4846'. Trace ID: 1"
        );

        Assert.StartsWith("Signing in to Azure failed (AADSTS50076): ", SignIn.DescribeFailure(failure), StringComparison.Ordinal);
    }

    // The texts of the chain, of which the last is that of a machine without the Azure CLI.
    [Theory]
    [InlineData(
        "Azure CLI authentication failed due to an unknown error. ERROR: HTTPSConnectionPool(host='login.microsoftonline.com', port=443): "
            + "Max retries exceeded with url: / (Caused by NameResolutionError(\"Failed to resolve 'login.microsoftonline.com'\"))",
        "The Azure CLI could not reach the sign-in service: "
    )]
    [InlineData("Azure CLI authentication failed due to an unknown error. ERROR: Decryption failed", "The Azure CLI gave no token: ")]
    [InlineData("Azure CLI not installed", "No Azure credentials were found: ")]
    public void The_Azure_CLI_that_could_not_give_a_token_is_not_missing(string chain, string expected)
    {
        var failure = new CredentialUnavailableException(
            "DefaultAzureCredential failed to retrieve a token from the included credentials.\n- AzureCliCredential authentication failed: "
                + chain
        );

        Assert.StartsWith(expected, SignIn.DescribeFailure(failure), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_in_place_of_the_managed_identity_is_named()
    {
        Environment.SetEnvironmentVariable("AZURE_CLIENT_SECRET", null);

        var failure = await FailAsync(HttpStatusCode.OK, "<html>Accept the terms of this network</html>");

        Assert.Contains("is no JSON: a proxy or the sign-in page of a network is between.", failure.Text, StringComparison.Ordinal);
    }

    public void Dispose() => SetVariables(name => before[Array.IndexOf(Names, name)]);

    private static async Task<FleetFailure> FailAsync(HttpStatusCode? status, string body)
    {
        using var handler = new Answering(status, body);
        using var http = new HttpClient(handler);
        var options = SignIn.CreateOptions(AzureEndpoints.Public, null, null);
        (options.Transport, options.Retry.MaxRetries) = (new HttpClientTransport(http), 0);
        using var connection = AzureConnection.Create(new FakeAzure().CreateOptions() with { Credential = SignIn.Create(options) });

        var listing = await connection.Fleet.ListAsync(
            new FleetScope { ResourceIds = [FakeAzure.CreateId("chat")] },
            TestContext.Current.CancellationToken
        );

        return Assert.Single(listing.Failures);
    }

    private static void SetVariables(Func<string, string?> value)
    {
        foreach (var name in Names)
        {
            Environment.SetEnvironmentVariable(name, value(name));
        }
    }

    /// <summary>The sign-in service; without a status it cannot be reached.</summary>
    private sealed class Answering(HttpStatusCode? status, string body) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            status is { } code
                ? Task.FromResult(new HttpResponseMessage(code) { Content = new StringContent(body) })
                : throw new HttpRequestException("Name or service not known (login.microsoftonline.com:443)");
    }
}
