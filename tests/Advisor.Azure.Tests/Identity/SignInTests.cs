using Advisor.Azure.Identity;

namespace Advisor.Azure.Tests.Identity;

public sealed class SignInTests
{
    private const string FromEnvironment = "11111111-2222-3333-4444-555555555555";
    private const string Stated = "66666666-7777-8888-9999-000000000000";

    [Theory]
    [InlineData(null, FromEnvironment)]
    [InlineData(Stated, Stated)]
    public void The_identity_and_the_tenant_are_those_of_the_environment_unless_others_are_stated(string? stated, string expected)
    {
        var (client, tenant) = ReplaceVariables(FromEnvironment, FromEnvironment);
        try
        {
            var options = SignIn.CreateOptions(AzureEndpoints.Public, stated, stated);

            Assert.Equal(expected, options.ManagedIdentityClientId);
            Assert.Equal(expected, options.TenantId);
        }
        finally
        {
            ReplaceVariables(client, tenant);
        }
    }

    private static (string? Client, string? Tenant) ReplaceVariables(string? client, string? tenant)
    {
        var before = (Environment.GetEnvironmentVariable("AZURE_CLIENT_ID"), Environment.GetEnvironmentVariable("AZURE_TENANT_ID"));
        Environment.SetEnvironmentVariable("AZURE_CLIENT_ID", client);
        Environment.SetEnvironmentVariable("AZURE_TENANT_ID", tenant);
        return before;
    }
}
