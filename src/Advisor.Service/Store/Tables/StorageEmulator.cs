namespace Advisor.Service.Store.Tables;

/// <summary>Account and key of every storage emulator; they are published and not secret.</summary>
public static class StorageEmulator
{
    public const string Account = "devstoreaccount1";
    public const string Key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
}
