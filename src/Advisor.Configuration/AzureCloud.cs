namespace Advisor.Configuration;

/// <summary>The clouds that Azure runs; each has its own endpoints and sign-in.</summary>
public enum AzureCloud
{
    Public,
    UsGovernment,
    China,
}
