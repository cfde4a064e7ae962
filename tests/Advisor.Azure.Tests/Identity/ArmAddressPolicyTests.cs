using Advisor.Azure.Identity;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Tests.Identity;

/// <summary>Where the token of Resource Manager goes, whichever client follows an address that an answer named.</summary>
public sealed class ArmAddressPolicyTests
{
    [Theory]
    [InlineData("https://management.azure.com", "https://management.azure.com/subscriptions?x=1")]
    [InlineData("https://management.azure.com", "https://MANAGEMENT.azure.com/subscriptions?x=1")]
    [InlineData("https://management.azure.com", "https://westeurope.management.azure.com/subscriptions?x=1")]
    [InlineData("https://management.azure.com", "https://user:password@management.azure.com:444/subscriptions?x=1")]
    [InlineData("https://127.0.0.1:5080", "http://127.0.0.1:5080/subscriptions?x=1")]
    [InlineData("https://127.0.0.1:5080", "http://localhost/subscriptions?x=1")]
    public async Task An_address_in_Resource_Manager_is_asked_for_at_the_endpoint(string endpoint, string address)
    {
        var azure = await SendAsync(endpoint, address);

        Assert.Equal(
            endpoint + "/subscriptions?x=1",
            Assert.Single(azure.Calls).Uri.AbsoluteUri.Replace(":443/", "/", StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("https://management.azure.com", "https://evil.example/next")]
    [InlineData("https://management.azure.com", "https://management.azure.com.evil.example/next")]
    [InlineData("https://management.azure.com", "https://evilmanagement.azure.com/next")]
    [InlineData("https://management.azure.com", "https://management.azure.com@evil.example/next")]
    [InlineData("https://management.azure.com", "http://management.azure.com/next")]
    [InlineData("https://management.azure.com", "http://127.0.0.1/next")]
    [InlineData("https://management.azure.com", "file:///etc/passwd")]
    [InlineData("https://127.0.0.1:5080", "http://management.azure.com/next")]
    public async Task No_token_goes_to_any_other_address(string endpoint, string address)
    {
        var credential = new CountingCredential();

        await Assert.ThrowsAsync<InvalidResponseException>(() => SendAsync(endpoint, address, credential));

        Assert.Empty(credential.Asked);
    }

    private static async Task<FakeAzure> SendAsync(string endpoint, string address, TokenCredential? credential = null)
    {
        var azure = new FakeAzure();
        using var http = new HttpClient(azure);
        var options = new Options { Transport = new HttpClientTransport(http) };
        options.Retry.MaxRetries = 0;
        options.AddPolicy(new ArmAddressPolicy(new Uri(endpoint)), HttpPipelinePosition.PerCall);
        var pipeline = HttpPipelineBuilder.Build(
            options,
            new BearerTokenAuthenticationPolicy(credential ?? new FixedCredential(), "scope")
        );
        using var message = pipeline.CreateMessage();
        message.Request.Method = RequestMethod.Get;
        message.Request.Uri.Reset(new Uri(address));
        await pipeline.SendAsync(message, TestContext.Current.CancellationToken);
        return azure;
    }

    private sealed class Options : ClientOptions;
}
