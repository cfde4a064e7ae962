using System.Net;
using Advisor.State.Rows;
using Advisor.Storage.Tables;
using Advisor.Tests;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Storage.Tests.Tables;

public sealed partial class TableFaultTests
{
    [Fact]
    public async Task A_wrong_key_is_refused_at_once_and_not_shown()
    {
        const string wrong = "d3Jvbmc=";
        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            TableStateStore.OpenEmulatorAsync(azurite.GetOrSkip().Tables, Azurite.Account, wrong, CreateOptions(), Cancel)
        );

        Assert.Equal(("Forbidden", false, 1), (error.Code, error.IsTransient, network.Sent));
        Assert.DoesNotContain(wrong, error.ToString(), StringComparison.Ordinal);
        Assert.Contains("Storage Table Data Contributor", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_account_key_is_for_this_machine_only() =>
        await Assert.ThrowsAsync<ArgumentException>(() =>
            TableStateStore.OpenEmulatorAsync(new Uri("https://a.table.core.windows.net"), "a", Azurite.Key, null, Cancel)
        );

    // The audiences of Azure's own client for tables (azure-sdk-for-net, TableAudience).
    [Theory]
    [InlineData("https://a.table.core.windows.net", "https://storage.azure.com/.default")]
    [InlineData("https://a.table.core.usgovcloudapi.net", "https://storage.azure.us/.default")]
    [InlineData("https://a.table.core.chinacloudapi.cn", "https://storage.azure.cn/.default")]
    [InlineData("https://a.table.storage.azure.net", "https://storage.azure.com/.default")] // DNS zone endpoints of the public cloud
    public async Task The_token_is_for_the_storage_of_the_cloud_that_the_account_is_in(string service, string scope)
    {
        var credential = new FixedCredential();
        network.Answer(HttpStatusCode.NoContent, 1, "");

        await TableStateStore.OpenAsync(new Uri(service), credential, CreateOptions(), Cancel);

        Assert.Equal(scope, credential.Scope);
    }

    [Fact]
    public async Task An_identity_sends_its_token_over_tls_to_the_scope_of_storage()
    {
        var credential = new FixedCredential();
        network.Answer(HttpStatusCode.NoContent, 1, "");
        using var transport = new HttpClientTransport(new HttpClient(network, disposeHandler: false));
        await TableStateStore.OpenAsync(
            new Uri("https://a.table.core.windows.net"),
            credential,
            new TableStateStoreOptions { Transport = transport },
            Cancel
        );

        Assert.Equal("Bearer secret-token", network.LastAuthorization);
        Assert.Equal("https://storage.azure.com/.default", credential.Scope);
        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            TableStateStore.OpenAsync(new Uri("http://a.table.core.windows.net"), credential, CreateOptions(), Cancel)
        );
        Assert.DoesNotContain("secret-token", error.ToString(), StringComparison.Ordinal);
    }

    private sealed class FixedCredential : TokenCredential
    {
        public string? Scope { get; private set; }

        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken)
        {
            Scope = requestContext.Scopes[0];
            return new AccessToken("secret-token", DateTimeOffset.MaxValue);
        }

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            new(GetToken(requestContext, cancellationToken));
    }
}
